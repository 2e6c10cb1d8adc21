#!/bin/sh
# Runs Hostler as the user of the service and with its settings. Files that root creates in the data folder could not
# be read by the service.
settings=/etc/hostler/hostler.env
if [ "$(id -u)" = 0 ]; then
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
