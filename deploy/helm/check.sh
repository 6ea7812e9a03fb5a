#!/usr/bin/env bash
# Lints the chart, renders it with every file of ci/, checks the manifests against the Kubernetes API types, and makes sure
# that wrong values and broken manifests are refused. Needs helm and go. Closes with `N passed, N failed`.
set -uo pipefail
cd "$(dirname "$0")"

export PATH=$PATH:$(go env GOPATH)/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# expect <ok|refused> <name> <command…>
expect() {
  local wanted=$1 name=$2 outcome=ok
  shift 2
  "$@" >"$work/output" 2>&1 || outcome=refused
  if [ "$outcome" = "$wanted" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED $name ($outcome, expected $wanted)"
    tail -n 20 "$work/output"
  fi
}

template() {
  helm template portico portico --kube-version 1.34.0 "$@"
}

render() {
  template -f "portico/ci/$1-values.yaml" >"$work/$1.yaml"
}

validate() {
  "$work/validate" --external portico-settings <"$1"
}

# broken <file> <sed expression>: a copy of a rendered file with one thing wrong.
broken() {
  sed "$2" "$work/$1.yaml" >"$work/broken.yaml"
  if cmp -s "$work/$1.yaml" "$work/broken.yaml"; then
    echo "The expression changed nothing: $2"
    return 0
  fi
  validate "$work/broken.yaml"
}

refuses_value() {
  expect refused "value $1" template -f portico/ci/own-secrets-values.yaml --set "$1"
}

expect ok 'building the validator' go -C validate build -o "$work/validate" .
expect ok 'vet of the validator' go -C validate vet ./...

for file in portico/ci/*-values.yaml; do
  name=$(basename "$file" -values.yaml)
  expect ok "lint with $name" helm lint --strict --quiet --kube-version 1.34.0 portico -f "$file"
  expect ok "template with $name" render "$name"
  expect ok "manifests of $name" validate "$work/$name.yaml"
done

expect refused 'no secrets at all' template
refuses_value publicUrl=auth.example.com
refuses_value publicUrl=https://auth.example.com/path
refuses_value image.pullPolicy=Sometimes
refuses_value services.identity.port=80
refuses_value services.identity.port=null
refuses_value services.identity.replica=3
refuses_value services.Identity.port=9101
refuses_value defaults.resources.limits.memory=lots
refuses_value defaults.autoscaling.minReplicas=2
refuses_value evaluation.kafka.image=
refuses_value secrets.PORTICO_DATABASE_URL=mysql://db
refuses_value secrets.PORTICO_ENCRYPTION_KEYS=secret
refuses_value secrets.lower_case=1
refuses_value unknown=1

expect refused 'an unknown field' broken minimal 's/enableServiceLinks:/enableServiceLink:/'
expect refused 'a malformed quantity' broken minimal 's/memory: 512Mi/memory: 512Mib/'
expect refused 'a wrong type' broken minimal 's/failureThreshold: 60/failureThreshold: sixty/'
expect refused 'a missing Secret' broken production 's/name: portico-settings/name: portico-other/'
expect refused 'a missing port' broken own-secrets 's/targetPort: grpc/targetPort: rpc/'
expect refused 'a selector that misses its pods' broken minimal '0,/component: gateway/! { 0,/component: gateway/s//component: gate/ }'
expect refused 'a backend without Service' broken production 's/name: portico-gateway, port/name: portico-gate, port/'
expect refused 'an unrestricted container' broken minimal 's/allowPrivilegeEscalation: false/allowPrivilegeEscalation: true/'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
