#!/bin/sh
# Runs before the panel upgrades: the container writes as user 10001.
mkdir -p data && chown 10001:10001 data
