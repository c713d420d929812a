def {{name}}(text):
{{comment}}
    return {{answer}}
