//! Messages among the definitions: which method is whose, and which response carries which result.

use std::collections::BTreeMap;

use super::compile::Compiler;
use super::node::{Id, Member, Node};

impl Compiler<'_> {
    /// For each method, the definition of its message.
    pub(super) fn methods(&self) -> BTreeMap<Box<str>, Box<str>> {
        let method = |id: Id| {
            self.nodes[id].member("jsonrpc")?;
            match self.nodes[self.nodes[id].member("method")?.node].values.as_slice() {
                [only] => serde_json::from_str::<String>(only).ok(),
                _ => None,
            }
        };
        self.ids.iter().filter_map(|(name, &id)| Some((method(id)?.into(), name.clone()))).collect()
    }

    /// For each result, the response that carries it.
    pub(super) fn responses(&mut self) {
        let Some(&id) = self.ids.get("JSONRPCResultResponse") else { return };
        let results: Vec<_> =
            self.ids.iter().filter(|(name, _)| name.ends_with("Result")).map(|(n, &id)| (n.clone(), id)).collect();
        for (name, result) in results {
            let response = &self.nodes[id];
            let members = response.members.iter().map(|member| Member {
                name: member.name.clone(),
                node: if &*member.name == "result" { result } else { member.node },
                required: member.required,
                declared: member.declared,
                places: member.places.clone(),
            });
            let node = Node {
                name: response.name.clone(),
                types: response.types,
                members: members.collect(),
                others: response.others,
                places: response.places.clone(),
                ..Node::default()
            };
            self.nodes.push(node);
            self.ids.insert(format!("JSONRPCResultResponse/{name}").into(), self.nodes.len() - 1);
        }
    }
}
