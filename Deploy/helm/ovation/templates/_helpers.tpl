{{- define "ovation.name" -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "ovation.selector" -}}
app.kubernetes.io/name: ovation
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "ovation.labels" -}}
{{ include "ovation.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end -}}
