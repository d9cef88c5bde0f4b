//! Where requests come from: generators and traces.
