#!/bin/sh
# Runs Hostler as the user of the service and with its settings. Files that root creates in the data folder could not
# be read by the service.
settings=/etc/hostler/hostler.env
as_service() { runuser -u hostler -- "$@"; }

# Replaces the settings that a move of the database changes. The lines are read as the service user, who owns their
# folder, and only those that the move may change are taken.
switch_settings() {
  names='HOSTLER_(DATABASE_URL|DATABASE_DIRECT_URL|SECRET_KEY)='
  with_folder=". $settings && cd \"\$HOSTLER_DATA_DIR\""
  lines=$(as_service sh -c "$with_folder && cat moved.env" | grep -E "^$names") || return 0
  making=$(mktemp /etc/hostler/.hostler.env.XXXXXX)
  replaced=$(printf '%s\n' "$lines" | sed 's/=.*/=/' | paste -s -d '|')
  grep -v -E "^($replaced)" "$settings" > "$making" || true
  printf '%s\n' "$lines" >> "$making"
  chown root:hostler "$making"
  chmod 0640 "$making"
  mv "$making" "$settings"
  as_service sh -c "$with_folder && rm moved.env"
  echo "hostler: $settings names the new database now. Next: systemctl start hostler" >&2
}

if [ "$(id -u)" = 0 ]; then
  if [ "$1 $2" = 'database move' ] && [ -e "$settings" ]; then
    as_service "$0" "$@" || exit
    set -e
    switch_settings
    exit
  fi
  exec runuser -u hostler -- "$0" "$@"
fi
# The unit has read the settings already.
if [ -z "$HOSTLER_DATA_DIR" ] && [ -e "$settings" ]; then
  if [ ! -r "$settings" ]; then
    echo "hostler: $settings cannot be read by this user. Run the command with sudo." >&2
    exit 1
  fi
  set -a
  . "$settings"
  set +a
fi
# Copies before upgrades, which the unit may write.
HOSTLER_COPY_DIR=${HOSTLER_COPY_DIR:-/var/backups/hostler}
export HOSTLER_COPY_DIR
exec /usr/lib/hostler/bin/node --max-semi-space-size=4 /usr/lib/hostler/app/node_modules/hostler/bin/hostler.cjs "$@"
