/// What a union keeps where it does not know the tag.
macro_rules! unknown {
    () => {
        $crate::JsonObject
    };
    ($t:ty) => {
        $t
    };
}

/// What unions have in common once their reading is said.
macro_rules! union {
    ($([$($g:ident : $bound:ident),+])? $name:ident { $($variant:ident($t:ty)),+ $(; $unknown:ident)? }) => {
        impl $(<$($g: $bound + $crate::Wire),+>)? $crate::Wire for $name $(<$($g),+>)? {
            fn read<'de, D: serde::Deserializer<'de>>(d: D, cx: $crate::wire::Cx<'_>) -> Result<Self, D::Error> {
                $crate::wire::read_object(d, cx)
            }

            #[cfg(feature = "schema")]
            const NAME: &'static str = stringify!($name);

            #[cfg(feature = "schema")]
            fn definition() -> serde_json::Value {
                serde_json::json!({"anyOf": [$(<$t as $crate::Wire>::schema()),+]})
            }

            #[cfg(feature = "proptest")]
            fn generate(source: &mut $crate::strategy::Source) -> Self {
                let variants: &[fn(&mut $crate::strategy::Source) -> Self] = &[
                    $(|source| Self::$variant(<$t as $crate::Wire>::generate(source))),+
                ];
                let picked = source.below(variants.len());
                variants[picked](source)
            }
        }

        $crate::wire::macros::arbitrary! { [$($($g)+)?] $name }

        impl $(<$($g: $bound + $crate::Wire),+>)? serde::Serialize for $name $(<$($g),+>)? {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(value) => value.serialize(serializer),)+
                    $(Self::$unknown(value) => value.serialize(serializer),)?
                }
            }
        }

        impl<'de $($(, $g: $bound + $crate::Wire)+)?> serde::Deserialize<'de> for $name $(<$($g),+>)? {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                $crate::wire::deserialize(d)
            }
        }
    };
}

pub(crate) use {union, unknown};
