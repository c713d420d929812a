    static String {{name}}(String text) {
{{comment}}
        return {{answer}};
    }
