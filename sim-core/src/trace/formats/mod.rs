//! The formats that are read, a file each.
//!
//! The order is that in which they are tried: of two whose lines look alike, the one that asks more of them stands first.

use super::dialect::Dialect;
use super::format::Entry;
use super::format_macro::formats;
use super::parsed::Parsed;
use serde::Serialize;

formats! {
    spc::Spc,
    msr::Msr,
    ssdsim::Ssdsim,
    #[cfg(feature = "layers")]
    disksim::Disksim,
    #[cfg(feature = "layers")]
    alibaba::Alibaba,
    #[cfg(feature = "layers")]
    tencent::Tencent,
    #[cfg(feature = "layers")]
    systor::Systor,
    #[cfg(feature = "layers")]
    fio_log::FioLog,
    #[cfg(feature = "layers")]
    fio_iolog::FioIolog,
    #[cfg(feature = "layers")]
    blkparse::Blkparse,
    #[cfg(feature = "layers")]
    ftrace::Ftrace,
    #[cfg(feature = "layers")]
    biosnoop::Biosnoop,
    #[cfg(feature = "layers")]
    etw::Etw,
    #[cfg(feature = "layers")]
    cloudphysics::Cloudphysics,
    #[cfg(feature = "layers")]
    operations::Operations,
    #[cfg(feature = "layers")]
    csv::Csv,
}
