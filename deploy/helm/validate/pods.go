package main

import (
	"slices"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation"
)

func (r *release) checkWorkload(w workload) {
	if w.selector != nil {
		matcher, err := meta.LabelSelectorAsSelector(w.selector)
		if err != nil || !matcher.Matches(labels.Set(w.template.Labels)) {
			r.report("%s: its selector does not match its pods", w.name)
		}
	}
	pod := w.template.Spec
	if !r.serviceAccounts[pod.ServiceAccountName] {
		r.report("%s: no ServiceAccount %s", w.name, pod.ServiceAccountName)
	}
	r.checkRestricted(w.name, pod)
	for _, container := range slices.Concat(pod.InitContainers, pod.Containers) {
		r.checkContainer(w.name+"/"+container.Name, container, pod)
	}
}

// checkRestricted asks for what the Pod Security Standard "restricted" asks for.
func (r *release) checkRestricted(name string, pod core.PodSpec) {
	security := pod.SecurityContext
	if security == nil || security.RunAsNonRoot == nil || !*security.RunAsNonRoot || security.SeccompProfile == nil {
		r.report("%s: pod security is not restricted", name)
	}
	for _, container := range slices.Concat(pod.InitContainers, pod.Containers) {
		s := container.SecurityContext
		restricted := s != nil && s.AllowPrivilegeEscalation != nil && !*s.AllowPrivilegeEscalation &&
			s.Capabilities != nil && slices.Contains(s.Capabilities.Drop, "ALL")
		if !restricted {
			r.report("%s/%s: container security is not restricted", name, container.Name)
		}
	}
}

func (r *release) checkContainer(name string, container core.Container, pod core.PodSpec) {
	if container.Image == "" {
		r.report("%s: no image", name)
	}
	if container.Resources.Requests.Memory().IsZero() || container.Resources.Limits.Memory().IsZero() {
		r.report("%s: memory is not bounded", name)
	}
	for _, port := range container.Ports {
		for _, message := range validation.IsValidPortName(port.Name) {
			r.report("%s: port %s: %s", name, port.Name, message)
		}
	}
	for _, mount := range container.VolumeMounts {
		if !slices.ContainsFunc(pod.Volumes, func(v core.Volume) bool { return v.Name == mount.Name }) {
			r.report("%s: no volume %s", name, mount.Name)
		}
	}
	for _, probe := range []*core.Probe{container.StartupProbe, container.ReadinessProbe, container.LivenessProbe} {
		r.checkProbe(name, container, probe)
	}
	r.checkEnv(name, container)
}

func (r *release) checkProbe(name string, container core.Container, probe *core.Probe) {
	if probe == nil || probe.Exec != nil {
		return
	}
	pod := core.PodSpec{Containers: []core.Container{container}}
	if probe.HTTPGet != nil && !hasPort(pod, probe.HTTPGet.Port.String()) {
		r.report("%s: a probe asks port %s", name, probe.HTTPGet.Port.String())
	}
	if probe.GRPC != nil && !slices.ContainsFunc(container.Ports, func(p core.ContainerPort) bool {
		return p.ContainerPort == probe.GRPC.Port
	}) {
		r.report("%s: a probe asks port %d", name, probe.GRPC.Port)
	}
}

func (r *release) checkEnv(name string, container core.Container) {
	seen := map[string]bool{}
	for _, variable := range container.Env {
		if seen[variable.Name] {
			r.report("%s: %s is set twice", name, variable.Name)
		}
		seen[variable.Name] = true
		for _, message := range validation.IsEnvVarName(variable.Name) {
			r.report("%s: %s: %s", name, variable.Name, message)
		}
		if variable.ValueFrom == nil || variable.ValueFrom.SecretKeyRef == nil {
			continue
		}
		secret := variable.ValueFrom.SecretKeyRef.Name
		if !r.secrets[secret] && !slices.Contains(r.external, secret) {
			r.report("%s: %s comes from Secret %s, which nobody makes", name, variable.Name, secret)
		}
	}
}
