{{/*
Deployment, Service, and HPA and PDB when asked for, of one process:
(dict "root" $ "name" "identity" "values" <its entry> "protocol" "grpc" | "http").
*/}}
{{- define "portico.workload" -}}
{{- $root := .root }}
{{- $name := .name }}
{{- $grpc := eq .protocol "grpc" }}
{{- $spec := mergeOverwrite (deepCopy $root.Values.defaults) .values }}
{{- $fullname := printf "%s-%s" (include "portico.fullname" $root) $name }}
{{- $labels := dict "root" $root "component" $name }}
{{- $port := int $spec.port }}
{{- $httpPort := add $port 100 }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $fullname }}
  labels:
    {{- include "portico.labels" $labels | nindent 4 }}
spec:
  {{- if not $spec.autoscaling }}
  replicas: {{ $spec.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "portico.selectorLabels" $labels | nindent 6 }}
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  template:
    metadata:
      labels:
        {{- include "portico.labels" $labels | nindent 8 }}
      annotations:
        # A changed Secret or setting rolls the pods.
        checksum/settings: {{ list $root.Values.secrets $root.Values.config | toJson | sha256sum }}
        {{- if $root.Values.metrics.podAnnotations }}
        prometheus.io/scrape: "true"
        prometheus.io/port: {{ $httpPort | quote }}
        prometheus.io/path: /metrics
        {{- end }}
        {{- with $spec.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "portico.serviceAccountName" $root }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ $spec.terminationGracePeriodSeconds }}
      {{- with $root.Values.image.pullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        {{- include "portico.podSecurityContext" . | nindent 8 }}
      {{- if and $grpc $root.Values.evaluation.enabled }}
      initContainers:
        {{- include "portico.migrationContainer" (dict "root" $root "secret" (include "portico.secretName" $root)) | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ $name }}
          image: {{ include "portico.image" (dict "root" $root "name" $name "image" $spec.image) }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          securityContext:
            {{- include "portico.securityContext" . | nindent 12 }}
          env:
            {{- $ports := dict $spec.portVariable $port "HTTP_PORT" $httpPort }}
            {{- include "portico.plainEnv" (dict "root" $root "env" (mergeOverwrite $ports $spec.env)) | trim | nindent 12 }}
            {{- with concat $spec.secrets $spec.extraSecrets }}
            {{- include "portico.secretEnv" (dict "names" . "secret" (include "portico.secretName" $root)) | trim | nindent 12 }}
            {{- end }}
          ports:
            - name: {{ .protocol }}
              containerPort: {{ $port }}
            - name: metrics
              containerPort: {{ $httpPort }}
          {{- $probe := $grpc | ternary (dict "grpc" (dict "port" $port)) (dict "httpGet" (dict "path" "/ready" "port" "metrics")) }}
          {{- $alive := $grpc | ternary (dict "grpc" (dict "port" $port)) (dict "httpGet" (dict "path" "/health" "port" "metrics")) }}
          startupProbe:
            {{- toYaml $probe | nindent 12 }}
            periodSeconds: 2
            failureThreshold: 60
          readinessProbe:
            {{- toYaml $probe | nindent 12 }}
            periodSeconds: 5
            timeoutSeconds: 3
          livenessProbe:
            {{- toYaml $alive | nindent 12 }}
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          lifecycle:
            preStop:
              # Lets the endpoints forget this pod before it stops listening.
              exec: { command: [sleep, '5'] }
          resources:
            {{- toYaml $spec.resources | nindent 12 }}
          volumeMounts:
            - name: tmp
              mountPath: /tmp
      volumes:
        - name: tmp
          emptyDir: {}
      {{- with $spec.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $spec.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $spec.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- range $i, $constraint := $spec.topologySpreadConstraints }}
      {{- if eq $i 0 }}
      topologySpreadConstraints:
      {{- end }}
        - {{- toYaml (mergeOverwrite (dict "labelSelector" (dict "matchLabels" (include "portico.selectorLabels" $labels | fromYaml))) $constraint) | nindent 10 }}
      {{- end }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $fullname }}
  labels:
    {{- include "portico.labels" $labels | nindent 4 }}
spec:
  {{- if $grpc }}
  # Headless: the gRPC clients balance over the pods themselves.
  clusterIP: None
  {{- end }}
  selector:
    {{- include "portico.selectorLabels" $labels | nindent 4 }}
  ports:
    - name: {{ .protocol }}
      port: {{ $port }}
      targetPort: {{ .protocol }}
      appProtocol: {{ .protocol }}
    - name: metrics
      port: {{ $httpPort }}
      targetPort: metrics
{{- with $spec.autoscaling }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $fullname }}
  labels:
    {{- include "portico.labels" $labels | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ $fullname }}
  minReplicas: {{ .minReplicas }}
  maxReplicas: {{ .maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .targetCPUUtilizationPercentage | default 70 }}
{{- end }}
{{- with $spec.podDisruptionBudget }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $fullname }}
  labels:
    {{- include "portico.labels" $labels | nindent 4 }}
spec:
  {{- toYaml . | nindent 2 }}
  selector:
    matchLabels:
      {{- include "portico.selectorLabels" $labels | nindent 6 }}
{{- end }}
{{- end }}
