# shellcheck shell=bash
what='Debian packages installed with dpkg, one of them again, two removed'
format=msr
packages=(dpkg tar)

# Packages without scripts of their own: nothing but files.
INSTALLED=(perl-modules-5.36 libssl-dev libpython3.11-stdlib linux-libc-dev iso-codes manpages-dev libx11-dev)

prepare() {
  local program package
  for program in dpkg dpkg-deb dpkg-split tar; do copy_program "$program"; done
  versions+=("dpkg=$(package_version dpkg)")
  mkdir -p "$work/deb" "$root/input/packages" "$root/usr/share/dpkg"
  cp /usr/share/dpkg/*table "$root/usr/share/dpkg/"
  for package in "${INSTALLED[@]}"; do
    (cd "$work/deb" && apt-get -qq -o APT::Sandbox::User=root download "$package")
    cp "$work/deb/$package"_*.deb "$root/input/packages/"
    versions+=("$package=$(dpkg-deb -f "$work/deb/$package"_*.deb Version)")
  done
}
