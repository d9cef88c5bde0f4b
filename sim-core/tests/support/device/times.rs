//! What times must add up to.

use sim_core::machine::Completion;

/// The sum of the parts is the response.
pub fn is_exact(completion: &Completion) {
    let response_ns = completion.finish_ns - completion.arrival_ns;
    assert_eq!(completion.account.total_ns(), response_ns, "{completion:?}");
}
