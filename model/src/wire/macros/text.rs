/// What enums of texts have in common.
macro_rules! text {
    ($name:ident) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                $crate::wire::deserialize(d)
            }
        }
    };
}

/// Enums of texts that keep what they do not know.
macro_rules! open {
    ($(#[$($m:tt)*])* $vis:vis enum $name:ident $openness:ident {
        $($(#[$vm:meta])* $variant:ident = $value:literal),+ $(,)?
    }) => {
        $(#[$($m)*])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        $vis enum $name {
            $($(#[$vm])* $variant,)+
            /// Another text, kept as it came.
            Unknown(Box<str>),
        }

        impl $name {
            /// Every value known here, in the order of declaration.
            pub const KNOWN: &'static [Self] = &[$(Self::$variant),+];

            /// The text on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $value,)+
                    Self::Unknown(text) => text,
                }
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                match text {
                    $($value => Self::$variant,)+
                    unknown => Self::Unknown(unknown.into()),
                }
            }
        }

        impl $crate::wire::Wire for $name {
            fn read<'de, D: serde::Deserializer<'de>>(d: D, cx: $crate::wire::Cx<'_>) -> Result<Self, D::Error> {
                let read = Self::from($crate::wire::read_key(d)?.as_str());
                $crate::wire::macros::openness!($openness read cx [$($value),+]);
                Ok(read)
            }

            #[cfg(feature = "schema")]
            const NAME: &'static str = stringify!($name);

            #[cfg(feature = "schema")]
            fn definition() -> serde_json::Value {
                $crate::schema::described(
                    $crate::wire::macros::openness!($openness schema [$($value),+]),
                    $crate::wire::macros::docs!($([$($m)*])*),
                )
            }

            #[cfg(feature = "proptest")]
            fn generate(source: &mut $crate::strategy::Source) -> Self {
                $crate::wire::macros::openness!($openness generate source);
                Self::KNOWN[source.below(Self::KNOWN.len())].clone()
            }
        }

        $crate::wire::macros::arbitrary! { [] $name }

        $crate::wire::macros::text! { $name }
    };
}

/// Whether the schema lists the texts that an open enum may have.
macro_rules! openness {
    (closed_by_schema schema [$($value:literal),+]) => {
        serde_json::json!({"type": "string", "enum": [$($value),+]})
    };
    (any_text schema [$($value:literal),+]) => {
        serde_json::json!({"type": "string"})
    };
    (closed_by_schema generate $source:ident) => {};
    (any_text generate $source:ident) => {
        if $source.flag() {
            return Self::from(&*$source.text());
        }
    };
    (closed_by_schema $read:ident $cx:ident [$($value:literal),+]) => {
        if let (true, Self::Unknown(text)) = ($cx.is_strict(), &$read) {
            return Err($crate::wire::none_of(text, &[$($value),+], $cx));
        }
    };
    (any_text $read:ident $cx:ident [$($value:literal),+]) => {
        let _ = $cx;
    };
}

pub(crate) use {open, openness, text};
