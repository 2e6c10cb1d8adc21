#!/bin/sh
# Installs Hostler on Debian 12 or 13 from its package. Safe to run again: finished steps are skipped.
set -eu

usage() {
  cat <<'TEXT'
Usage: sh install.sh --package FILE [options]

  --package FILE   The package, such as hostler_0.2.0_amd64.deb. No internet access is needed for it.
  --domain NAME    Public name, such as panel.example.com. Installs Caddy, which gets a certificate for it.
  --postgresql     Installs PostgreSQL and stores the data there. Default: SQLite.
  --lxd            Installs LXD and lets Hostler create servers with it: with a pool, a bridge, a restricted
                   certificate and the firewall helper. An LXD that is set up already is not changed.
  --incus          The same with Incus, on Debian 13.
  --dry-run        Prints every command, and changes nothing.
TEXT
}

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

package='' domain='' postgresql='' engine='' dry_run=''
while [ $# -gt 0 ]; do
  case "$1" in
    --package | --domain)
      [ $# -ge 2 ] || fail "$1 needs a value."
      [ "$1" = --package ] && package=$2 || domain=$2
      shift
      ;;
    --postgresql) postgresql=yes ;;
    --lxd | --incus)
      [ -z "$engine" ] || fail "Choose either --lxd or --incus."
      engine=${1#--}
      ;;
    --dry-run) dry_run=yes ;;
    --help | -h)
      usage
      exit 0
      ;;
    *)
      usage >&2
      fail "There is no option $1."
      ;;
  esac
  shift
done

settings=/etc/hostler/hostler.env

# Prints a command and runs it, unless this is a dry run.
run() {
  echo "+ $*"
  [ -n "$dry_run" ] || "$@"
}

# Sets a line of the settings. The value is not printed, because it may be a secret.
set_setting() {
  echo "+ set $1 in $settings"
  [ -z "$dry_run" ] || return 0
  making=$(mktemp /etc/hostler/.hostler.env.XXXXXX)
  grep -v -E "^#? ?$1=" "$settings" > "$making" || true
  printf '%s=%s\n' "$1" "$2" >> "$making"
  chown root:hostler "$making"
  chmod 0640 "$making"
  mv "$making" "$settings"
}

has_setting() { [ -e "$settings" ] && grep -q "^$1=." "$settings"; }

make_secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

is_installed() { dpkg --status "$1" 2> /dev/null | grep -q '^Status: .* installed$'; }

add_packages() {
  for name in "$@"; do
    is_installed "$name" || missing="${missing:-} $name"
  done
  [ -n "${missing:-}" ] || return 0
  run apt-get update --quiet
  # shellcheck disable=SC2086
  run env DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes $missing
  missing=''
}

check_machine() {
  [ "$(id -u)" = 0 ] || [ -n "$dry_run" ] || fail "Run it as root."
  [ -n "$package" ] || { usage >&2; fail "--package is missing."; }
  [ -r "$package" ] || fail "$package cannot be read."
  # shellcheck disable=SC1091
  release=$(. /etc/os-release 2> /dev/null && echo "${ID:-unknown} ${VERSION_ID:-}") || release=unknown
  case "$release" in
    'debian 12' | 'debian 13') ;;
    *) fail "Debian 12 or 13 is needed; this is $release." ;;
  esac
  command -v dpkg-deb > /dev/null || fail "dpkg-deb is missing."
  [ "$(dpkg-deb --field "$package" Package 2> /dev/null)" = hostler ] || fail "$package is not a package of Hostler."
  needed=$(dpkg-deb --field "$package" Architecture)
  [ "$needed" = "$(dpkg --print-architecture)" ] ||
    fail "The package is for $needed, and this machine is $(dpkg --print-architecture)."
  [ -d /run/systemd/system ] || [ -n "$dry_run" ] || fail "systemd does not run here. Use: apt-get install $package"
  free=$(df --output=avail -k /var | tail -n 1)
  [ "$free" -ge 2000000 ] || fail "2 GB must be free below /var; $((free / 1000)) MB are."
  case "$domain" in
    '') ;;
    *[!a-zA-Z0-9.-]* | .* | *..* | -*) fail "--domain must be a host name, such as panel.example.com." ;;
    *.*) ;;
    *) fail "--domain must be a host name, such as panel.example.com." ;;
  esac
  [ "$engine" != incus ] || [ "$release" = 'debian 13' ] || fail "Debian 12 has no Incus. Use --lxd."
}

# Returns whether SQLite has a company: data that PostgreSQL would not have. A new installation has only empty tables.
has_sqlite_data() {
  [ -s /var/lib/hostler/hostler.db ] || return 1
  for list in 'account list' 'operator list' 'plan list'; do
    # shellcheck disable=SC2086
    [ "$(hostler $list --limit 1 --json 2> /dev/null)" = '[]' ] || return 0
  done
  return 1
}

refuse_second_database() {
  has_setting HOSTLER_DATABASE_URL && return 0
  has_sqlite_data || return 0
  fail "The data is in SQLite (/var/lib/hostler/hostler.db). With --postgresql, Hostler would start with an empty company.
Either keep SQLite: run this again without --postgresql.
Or move the data: hostler database move --to URL, as described under \"Move to PostgreSQL\" in the guide (docs/install.md)."
}

install_postgresql() {
  has_setting HOSTLER_DATABASE_URL && return 0
  add_packages postgresql
  password=$(make_secret)
  if [ -n "$dry_run" ]; then
    echo "+ create the role hostler and the database hostler in PostgreSQL"
  else
    exists=$(runuser -u postgres -- psql -qtAc "select 1 from pg_roles where rolname = 'hostler'")
    verb=create
    [ "$exists" != 1 ] || verb=alter
    # On standard input, because other users see the arguments of a process.
    echo "$verb role hostler login password '$password'" | runuser -u postgres -- psql -q
    runuser -u postgres -- psql -qtAc "select 1 from pg_database where datname = 'hostler'" | grep -q 1 ||
      run runuser -u postgres -- createdb --owner hostler --template template0 --encoding UTF8 hostler
  fi
  has_setting HOSTLER_SECRET_KEY || set_setting HOSTLER_SECRET_KEY "$(make_secret)"
  set_setting HOSTLER_DATABASE_URL "postgres://hostler:$password@127.0.0.1:5432/hostler"
  changed=yes
}

# Returns whether the engine has a pool or a server, so that somebody has set it up.
is_engine_used() {
  for what in storage-pools instances; do
    [ "$("$client" query "/1.0/$what" 2> /dev/null | tr -d '[:space:]')" = '[]' ] || return 0
  done
  return 1
}

# Prints what a new engine is initialised with: access for Hostler, a pool that can limit disks, and a bridge.
describe_engine() {
  # Half of the free space, in GB. The file takes it only as far as it is used.
  gigabytes=$(($(df --output=avail -k /var | tail -n 1) / 2000000))
  cat <<TEXT
config:
  core.https_address: 127.0.0.1:8443
networks:
- name: $bridge
  type: bridge
  config:
    ipv4.address: auto
    ipv6.address: auto
storage_pools:
TEXT
  if [ "$gigabytes" -ge 5 ] && has_btrfs; then
    printf '%s\n' '- name: default' '  driver: btrfs' '  config:' "    size: ${gigabytes}GB"
  else
    printf '%s\n' '- name: default' '  driver: dir'
  fi
  cat <<TEXT
projects:
- name: hostler
  config:
    features.images: "false"
    features.profiles: "false"
profiles:
- name: default
  devices:
    root:
      type: disk
      path: /
      pool: default
    eth0:
      type: nic
      name: eth0
      network: $bridge
TEXT
}

has_btrfs() {
  [ -z "$dry_run" ] || return 0
  modprobe btrfs 2> /dev/null || true
  grep -qw btrfs /proc/filesystems
}

# Lets Hostler in with a certificate for its project only. The socket would give it root privileges.
trust_hostler() {
  if [ ! -e /etc/hostler/incus.crt ]; then
    run openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-384 -nodes -days 3650 -subj /CN=hostler \
      -keyout /etc/hostler/incus.key -out /etc/hostler/incus.crt
  fi
  run cp "$state/server.crt" /etc/hostler/incus-server.crt
  run chown root:hostler /etc/hostler/incus.key /etc/hostler/incus.crt /etc/hostler/incus-server.crt
  run chmod 0640 /etc/hostler/incus.key /etc/hostler/incus.crt /etc/hostler/incus-server.crt
  fingerprint=$(openssl x509 -in /etc/hostler/incus.crt -outform der 2> /dev/null | sha256sum | cut -c 1-12)
  "$client" config trust list --format csv 2> /dev/null | grep -q "$fingerprint" ||
    run "$client" config trust "$add" /etc/hostler/incus.crt --restricted --projects hostler
  set_setting HOSTLER_INCUS_CERT /etc/hostler/incus.crt
  set_setting HOSTLER_INCUS_KEY /etc/hostler/incus.key
  set_setting HOSTLER_INCUS_SERVER_CERT /etc/hostler/incus-server.crt
}

set_up_engine() {
  # So that an interrupted setup continues. Without it, the engine would look like one that somebody else has set up.
  [ -n "$dry_run" ] || touch "$begun"
  if ! command -v "$client" > /dev/null || ! is_engine_used; then
    echo "+ $initialise --preseed, with:"
    describe_engine
    # shellcheck disable=SC2086
    [ -n "$dry_run" ] || describe_engine | $initialise --preseed
  fi
  trust_hostler
  set_setting HOSTLER_VPS_ENGINE incus
  # Images of plans that the engine does not have are fetched from here.
  set_setting HOSTLER_INCUS_IMAGE_SERVER "$images"
  if [ "$engine" = incus ] && [ ! -e /etc/hostler/firewall-helper.env ]; then
    echo "+ write /etc/hostler/firewall-helper.env"
    [ -n "$dry_run" ] || echo "HELPER_OPTIONS=--socket $state/unix.socket" > /etc/hostler/firewall-helper.env
  fi
  run systemctl enable --now hostler-firewall-helper
  run systemctl enable hostler-firewall-rules
  set_setting HOSTLER_INCUS_URL https://127.0.0.1:8443
  [ -n "$dry_run" ] || rm -f "$begun"
}

# Somebody has set the engine up, so that nothing of it is changed.
use_engine_as_it_is() {
  run usermod --append --groups "$group" hostler
  set_setting HOSTLER_VPS_ENGINE incus
  set_setting HOSTLER_INCUS_URL "unix:$state/unix.socket"
  notice="$engine was set up before, so install.sh has not changed it. Hostler uses its socket, which gives it root
privileges. For a restricted certificate, limits of disks, images and the firewall helper, follow docs/engines/incus.md."
}

install_engine() {
  has_setting HOSTLER_INCUS_URL && return 0
  if [ "$engine" = lxd ]; then
    client=lxc initialise='lxd init' state=/var/lib/lxd group=lxd bridge=lxdbr0 add=add
    images=https://images.lxd.canonical.com
  else
    client=incus initialise='incus admin init' state=/var/lib/incus group=incus-admin bridge=incusbr0 add=add-certificate
    images=https://images.linuxcontainers.org
  fi
  add_packages "$engine" btrfs-progs dnsmasq-base iproute2 iptables nftables openssl zstd
  begun=/etc/hostler/.engine-begun
  if command -v "$client" > /dev/null && [ ! -e "$begun" ] && is_engine_used; then
    use_engine_as_it_is
  else
    set_up_engine
  fi
  changed=yes
}

install_caddy() {
  add_packages caddy
  echo "+ write /etc/caddy/hostler.caddy, imported by /etc/caddy/Caddyfile"
  if [ -z "$dry_run" ]; then
    cat > /etc/caddy/hostler.caddy <<TEXT
$domain {
	@inside path /metrics /readyz
	respond @inside 404
	reverse_proxy 127.0.0.1:8080 {
		# Requests wait while an upgrade restarts Hostler.
		lb_try_duration 30s
	}
}
TEXT
    grep -q '^import hostler.caddy$' /etc/caddy/Caddyfile || printf '\nimport hostler.caddy\n' >> /etc/caddy/Caddyfile
  fi
  run systemctl reload-or-restart caddy
  has_setting HOSTLER_PUBLIC_URL && grep -q "^HOSTLER_PUBLIC_URL=https://$domain\$" "$settings" && return 0
  set_setting HOSTLER_PUBLIC_URL "https://$domain"
  set_setting HOSTLER_TRUSTED_PROXIES 127.0.0.1,::1
  changed=yes
}

wait_until_ready() {
  [ -z "$dry_run" ] || return 0
  for _ in $(seq 60); do
    systemctl is-active --quiet hostler && hostler setup show > /dev/null 2>&1 && return 0
    sleep 1
  done
  fail "Hostler did not start. The reason is in: journalctl -u hostler -n 20"
}

check_machine
[ -z "$postgresql" ] || refuse_second_database
changed='' notice=''
case "$package" in
  /*) ;;
  *) package=$PWD/$package ;;
esac
version=$(dpkg-deb --field "$package" Version)
if ! is_installed hostler || ! dpkg --status hostler | grep -q -x "Version: $version"; then
  run env DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --allow-downgrades "$package"
fi
[ -z "$postgresql" ] || install_postgresql
[ -z "$engine" ] || install_engine
[ -z "$domain" ] || install_caddy
if [ -n "$changed" ]; then
  [ -z "$postgresql" ] || run hostler migrate
  run systemctl restart hostler
fi
wait_until_ready
echo
echo "Hostler $version is installed. Create the first owner at this address, unless there is one:"
# With an owner it says so, which is no failure.
run hostler setup link || true
echo
[ -z "$notice" ] || printf '%s\n\n' "$notice"
echo "What works, and what is missing:"
run hostler doctor || true
