//! The API described twice: as `OpenAPI` for programs, and as TypeScript for our own page.

use serde_json::Value;
use utoipa::OpenApi;

pub fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        info(
            title = "boyi",
            description = "Play, watch and analyse games; find ways. Streams: GET /api/games/{id}/live (WebSocket, sends GameState, then {delta}); GET /api/analyse/live (WebSocket, takes AnalysisRequest, sends AnalysisEvent); GET /api/watch/live?contest=ID or ?game=ID (WebSocket, sends WatchEvent, then {delta}). A delta makes the new message of the one before: [value] replaces, [] removes a field, [at, drop, items] changes a list, an object holds the deltas of its fields, or of the items of a list by their places."
        ),
        components(schemas(
            crate::analyse::AnalysisRequest,
            crate::analyse::AnalysisEvent,
            crate::watch::WatchEvent
        ))
    )]
    struct Described;

    let (_, found) = crate::api().split_for_parts();
    let mut described = Described::openapi();
    described.merge(found);
    described
}

/// The types of all requests and replies, for `ui/src/api.types.ts`.
pub fn typescript() -> String {
    let described = serde_json::to_value(openapi()).expect("a description is JSON");
    let mut text = String::from(
        "// Written by `BOYI_UPDATE=1 cargo test -p boyi-web --test typescript` from the Rust types. Do not edit.\n",
    );
    let schemas = described["components"]["schemas"].as_object();
    for (name, schema) in schemas.into_iter().flatten() {
        if let Some(about) = schema["description"].as_str() {
            text.push_str(&format!("\n/** {about} */"));
        }
        text.push_str(&format!("\nexport type {name} = {}\n", written(schema, 0)));
    }
    text
}

/// A schema as a type.
fn written(schema: &Value, depth: usize) -> String {
    if let Some(path) = schema["$ref"].as_str() {
        return path.rsplit('/').next().unwrap_or_default().to_owned();
    }
    for (key, between) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if let Some(parts) = schema[key].as_array() {
            let parts: Vec<String> = parts.iter().map(|part| written(part, depth)).collect();
            return parts.join(between);
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(Value::to_string).collect();
        return values.join(" | ");
    }
    match &schema["type"] {
        Value::Array(kinds) => {
            let one = |kind: &Value| {
                let mut single = schema.clone();
                single["type"] = kind.clone();
                written(&single, depth)
            };
            kinds.iter().map(one).collect::<Vec<_>>().join(" | ")
        }
        Value::String(kind) => match kind.as_str() {
            "string" => "string".to_owned(),
            "integer" | "number" => "number".to_owned(),
            "boolean" => "boolean".to_owned(),
            "null" => "null".to_owned(),
            "array" => list(schema, depth),
            _ => object(schema, depth),
        },
        _ => "unknown".to_owned(),
    }
}

fn list(schema: &Value, depth: usize) -> String {
    if let Some(items) = schema["prefixItems"].as_array() {
        let items: Vec<String> = items.iter().map(|item| written(item, depth)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = written(&schema["items"], depth);
    match schema["minItems"].as_u64() {
        // A fixed length is a tuple.
        Some(length) if schema["maxItems"] == schema["minItems"] && length <= 8 => {
            format!("[{}]", vec![item; length as usize].join(", "))
        }
        _ if item.contains(' ') => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn object(schema: &Value, depth: usize) -> String {
    let Some(fields) = schema["properties"].as_object() else {
        return "Record<string, unknown>".to_owned();
    };
    let inner = "  ".repeat(depth + 1);
    let required = schema["required"].as_array();
    let is_required = |name: &str| {
        required.is_some_and(|required| required.iter().any(|required| required == name))
    };
    let mut text = String::from("{\n");
    for (name, field) in fields {
        let kind = written(field, depth + 1);
        // What may be nothing is always sent, as null.
        let optional = !is_required(name) && !kind.contains("null");
        let mark = if optional { "?" } else { "" };
        text.push_str(&format!("{inner}{name}{mark}: {kind}\n"));
    }
    text.push_str(&format!("{}}}", "  ".repeat(depth)));
    text
}
