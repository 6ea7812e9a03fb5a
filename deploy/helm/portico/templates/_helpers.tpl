{{- define "portico.fullname" -}}
{{- if contains "portico" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-portico" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Labels every object carries: (dict "root" $ "component" "identity"). */}}
{{- define "portico.selectorLabels" -}}
app.kubernetes.io/name: portico
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "portico.labels" -}}
{{ include "portico.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "portico.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default (include "portico.fullname" .) }}{{ else }}{{ .Values.serviceAccount.name | default "default" }}{{ end }}
{{- end }}

{{- define "portico.secretName" -}}
{{ .Values.existingSecret | default (include "portico.fullname" .) }}
{{- end }}

{{/* (dict "root" $ "name" "identity" "image" "") */}}
{{- define "portico.image" -}}
{{- $made := printf "portico-%s:%s" .name (.root.Values.image.tag | default .root.Chart.AppVersion) -}}
{{- if .root.Values.image.registry }}{{ $made = printf "%s/%s" (trimSuffix "/" .root.Values.image.registry) $made }}{{ end -}}
{{ .image | default $made }}
{{- end }}

{{- define "portico.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "portico.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "portico.seedSecrets" -}}
PORTICO_SEED_PUBLISHABLE_CLIENT_KEY PORTICO_SEED_SECRET_SERVER_KEY PORTICO_SEED_SUPER_SECRET_ADMIN_KEY
{{- end }}

{{- define "portico.neededSecrets" -}}
PORTICO_DATABASE_URL PORTICO_REDIS_URL PORTICO_KAFKA_BROKERS PORTICO_ENCRYPTION_KEYS {{ include "portico.seedSecrets" . }}
{{- end }}

{{/* Settings that come from the Secret: (dict "root" $ "names" list "secret" "name"). */}}
{{- define "portico.secretEnv" -}}
{{- range $name := uniq .names }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $.secret }}
      key: {{ $name }}
      {{- if not (has $name (splitList " " (include "portico.neededSecrets" $))) }}
      optional: true
      {{- end }}
{{- end }}
{{- end }}

{{/* Plain settings, `config` first, then those of one process: (dict "root" $ "env" dict). */}}
{{- define "portico.plainEnv" -}}
{{- $root := .root }}
{{- $env := dict "NODE_ENV" "production" "PORTICO_PUBLIC_URL" $root.Values.publicUrl "PORTICO_WEB_URL" $root.Values.webUrl }}
{{- range $name, $service := $root.Values.services }}
{{- $address := printf "%s-%s:%d" (include "portico.fullname" $root) $name (int $service.port) }}
{{- $_ := set $env (printf "%s_URL" ($name | upper | replace "-" "_")) $address }}
{{- end }}
{{- range $name, $value := mergeOverwrite $env (deepCopy $root.Values.config) (deepCopy .env) }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{/* What the migrations need to reach the databases and to write the first project. */}}
{{- define "portico.migrationSecrets" -}}
PORTICO_DATABASE_URL PORTICO_ENCRYPTION_KEYS {{ include "portico.seedSecrets" . }}
{{- end }}

{{/* The container that migrates: (dict "root" $ "secret" "name"). */}}
{{- define "portico.migrationContainer" -}}
- name: migrate
  image: {{ include "portico.image" (dict "root" .root "name" "migrate" "image" .root.Values.migrations.image) }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  securityContext:
    {{- include "portico.securityContext" . | nindent 4 }}
  env:
    {{- include "portico.plainEnv" (dict "root" .root "env" dict) | trim | nindent 4 }}
    {{- include "portico.secretEnv" (dict "names" (splitList " " (include "portico.migrationSecrets" .)) "secret" .secret) | trim | nindent 4 }}
  resources:
    {{- toYaml .root.Values.migrations.resources | nindent 4 }}
{{- end }}
