#!/bin/sh
# Runs hostctl, the command line for customers, with the Node of the package.
exec /usr/lib/hostler/bin/node /usr/lib/hostler/hostctl.cjs "$@"
