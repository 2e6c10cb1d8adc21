#!/bin/sh
# Stands for the programs of Debian that recipes call, in a container of a test with BusyBox only. The name that it is
# called by decides what it does. Packages are lines of a file, services are files, and downloads are this script.
state=/var/stub
name=${0##*/}

commands_of() {
  case "$1" in
    nginx | caddy | curl | openssl | git) echo "$1" ;;
    docker.io) echo docker dockerd ;;
    postgresql) echo psql pg_lsclusters pg_dropcluster ;;
    mariadb-server) echo mariadb mariadbd ;;
    apache2) echo apache2 apachectl a2ensite a2dissite a2enmod ;;
    libapache2-mod-php) echo php ;;
    wireguard-tools) echo wg ;;
    nftables) echo nft ;;
  esac
}

folders_of() {
  case "$1" in
    nginx) echo /etc/nginx/snippets /etc/nginx/sites-available /etc/nginx/sites-enabled /var/www/html ;;
    caddy) echo /etc/caddy ;;
    postgresql) echo /etc/postgresql/17/main ;;
    apache2) echo /etc/apache2/sites-available /etc/apache2/sites-enabled ;;
    wordpress) echo /etc/wordpress /usr/share/wordpress ;;
    cron) echo /etc/cron.d ;;
  esac
}

service_of() {
  case "$1" in
    docker.io) echo docker ;;
    mariadb-server) echo mariadb ;;
    wireguard-tools) echo wg-quick@wg0 ;;
    *) echo "$1" ;;
  esac
}

add_package() {
  grep -qxF "$1" $state/packages && return
  echo "$1" >> $state/packages
  for command in $(commands_of "$1"); do ln -s /usr/bin/stub "/usr/sbin/$command"; done
  for folder in $(folders_of "$1"); do mkdir -p "$folder"; done
  touch "$state/units/$(service_of "$1")"
  case "$1" in
    nginx) echo page > /var/www/html/index.nginx-debian.html; touch /etc/nginx/sites-enabled/default ;;
    caddy | postgresql) user=$1; [ "$user" = postgresql ] && user=postgres; add_user "$user" ;;
  esac
}

remove_package() {
  grep -vxF "$1" $state/packages > $state/packages.new
  mv $state/packages.new $state/packages
  for command in $(commands_of "$1"); do rm -f "/usr/sbin/$command"; done
  # The page of nginx stays, and is left to the recipe.
  for folder in $(folders_of "$1"); do [ "$folder" = /var/www/html ] || rm -rf "$folder"; done
  rm -f "$state/units/$(service_of "$1")" "$state/active/$(service_of "$1")"
}

add_user() {
  grep -q "^$1:" /etc/passwd && return
  echo "$1:x:990:990::/:/bin/sh" >> /etc/passwd
  echo "$1:x:990:" >> /etc/group
}

case "$name" in
  apt-get)
    verb= words=
    while [ $# -gt 0 ]; do
      case "$1" in
        -o) shift ;;
        -*) ;;
        *) if [ -z "$verb" ]; then verb=$1; else words="$words $1"; fi ;;
      esac
      shift
    done
    case "$verb" in
      install) for package in $words; do add_package "$package"; done ;;
      autoremove) sed 's/.*/Remv & [1.0]/' $state/packages ;;
      purge) for package in $words; do remove_package "$package"; done ;;
    esac
    ;;
  apt-cache) exit 100 ;;
  dpkg-query) cat $state/packages ;;
  systemctl)
    verb= units= now=
    for word in "$@"; do
      case "$word" in
        --now) now=1 ;;
        -*) ;;
        *) if [ -z "$verb" ]; then verb=$word; else units="$units $word"; fi ;;
      esac
    done
    for unit in $units; do
      if [ "$verb" = is-active ]; then [ -e "$state/active/$unit" ] || exit 3; continue; fi
      if [ ! -e "$state/units/$unit" ] && [ ! -e "/etc/systemd/system/$unit.service" ]; then
        echo "Unit $unit.service not found." >&2; exit 5
      fi
      case "$verb$now" in
        start | restart | reload | enable1) touch "$state/active/$unit" ;;
        stop | disable1) rm -f "$state/active/$unit" ;;
      esac
    done
    ;;
  comm) grep -vxFf "$2" || true ;;
  install)
    words= isFolder=
    while [ $# -gt 0 ]; do
      case "$1" in
        -d) isFolder=1 ;;
        -?) shift ;;
        *) words="$words $1" ;;
      esac
      shift
    done
    if [ -n "$isFolder" ]; then mkdir -p $words; else cp $words; fi
    ;;
  useradd) for user; do :; done; add_user "$user" ;;
  userdel) sed -i "/^$1:/d" /etc/passwd /etc/group ;;
  runuser)
    while [ "$1" != -- ]; do shift; done
    shift
    exec "$@"
    ;;
  curl)
    file= url= format=
    while [ $# -gt 0 ]; do
      case "$1" in
        -o) file=$2; shift ;;
        -w) format=$2; shift ;;
        -H | --retry) shift ;;
        http*) url=$1 ;;
      esac
      shift
    done
    case "$url" in
      http://127.0.0.1*) [ -n "$(ls $state/active)" ] || exit 7 ;;
    esac
    case "$url" in
      */wp-login.php) echo '<input name="pwd">' ;;
      */status.php) echo '{"installed":true}' ;;
      */api/healthz) echo '{"status": "pass"}' ;;
      *.sha256) sha256sum /usr/bin/stub | sed 's/ .*/  file.tar.bz2/' > "$file" ;;
      https://*) cp /usr/bin/stub "$file" ;;
    esac
    [ -z "$format" ] || echo 200
    ;;
  tar) mkdir -p unpacked/nextcloud; touch unpacked/nextcloud/occ ;;
  openssl) head -c 24 /dev/urandom | sha256sum | cut -d ' ' -f 1 ;;
  gitea) [ "$1" != generate ] || echo secret ;;
  wg)
    case "$1 $3" in
      gen*) head -c 32 /dev/urandom | sha256sum | cut -d ' ' -f 1 ;;
      pubkey*) sha256sum | cut -d ' ' -f 1 ;;
      *listen-port) sed -n 's/^ListenPort = //p' /etc/wireguard/wg0.conf ;;
      *) grep '^PublicKey' /etc/wireguard/wg0.conf ;;
    esac
    ;;
  psql)
    case "$*" in
      *'show hba_file') echo /etc/postgresql/17/main/pg_hba.conf ;;
      *) cat > /dev/null ;;
    esac
    ;;
  mariadb) cat > /dev/null ;;
esac
