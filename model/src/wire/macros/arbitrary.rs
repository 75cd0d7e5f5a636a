/// `any::<Type>()` for proptest.
macro_rules! arbitrary {
    ([] $name:ident) => {
        #[cfg(feature = "proptest")]
        impl proptest::arbitrary::Arbitrary for $name {
            type Parameters = ();
            type Strategy = proptest::strategy::BoxedStrategy<Self>;

            fn arbitrary_with((): ()) -> Self::Strategy {
                $crate::strategy::strategy()
            }
        }
    };
    ([$($g:ident)+] $name:ident) => {};
}

pub(crate) use arbitrary;
