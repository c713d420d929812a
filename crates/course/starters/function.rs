fn {{name}}(text: &str) -> String {
{{comment}}
    let _ = text;
    {{answer}}.to_string()
}
