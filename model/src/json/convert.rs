use super::{Json, JsonObject};

impl From<serde_json::Value> for Json {
    fn from(value: serde_json::Value) -> Self {
        Self::from_valid(value.to_string())
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        serde_json::Value::from(text).into()
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        serde_json::Value::from(text).into()
    }
}

macro_rules! from_scalar {
    ($($scalar:ty),*) => {$(
        impl From<$scalar> for Json {
            fn from(value: $scalar) -> Self {
                serde_json::Value::from(value).into()
            }
        }
    )*};
}

from_scalar!(bool, i32, i64, u32, u64);

impl From<JsonObject> for Json {
    fn from(object: JsonObject) -> Self {
        object.into_json()
    }
}
