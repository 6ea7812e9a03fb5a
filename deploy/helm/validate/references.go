package main

import (
	"fmt"

	"slices"

	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation"
)

// workload is anything that makes pods.
type workload struct {
	name     string
	selector *meta.LabelSelector
	template core.PodTemplateSpec
}

type release struct {
	workloads       []workload
	services        map[string]*core.Service
	secrets         map[string]bool
	serviceAccounts map[string]bool
	external        []string
	problems        []string
}

func (r *release) report(format string, values ...any) {
	r.problems = append(r.problems, fmt.Sprintf(format, values...))
}

func checkReferences(objects []runtime.Object, external []string) []string {
	r := &release{
		services:        map[string]*core.Service{},
		secrets:         map[string]bool{},
		serviceAccounts: map[string]bool{"": true, "default": true},
		external:        external,
	}
	seen := map[string]bool{}
	for _, object := range objects {
		r.checkIdentity(object, seen)
		r.collect(object)
	}
	for _, w := range r.workloads {
		r.checkWorkload(w)
	}
	for _, object := range objects {
		r.checkTargets(object)
	}
	return r.problems
}

func (r *release) checkIdentity(object runtime.Object, seen map[string]bool) {
	kind := object.GetObjectKind().GroupVersionKind().Kind
	m := object.(meta.Object)
	id := kind + "/" + m.GetName()
	if seen[id] {
		r.report("%s: rendered twice", id)
	}
	seen[id] = true
	for _, message := range validation.IsDNS1123Subdomain(m.GetName()) {
		r.report("%s: name: %s", id, message)
	}
	for key, value := range m.GetLabels() {
		for _, message := range append(validation.IsQualifiedName(key), validation.IsValidLabelValue(value)...) {
			r.report("%s: label %s=%s: %s", id, key, value, message)
		}
	}
}

func (r *release) collect(object runtime.Object) {
	switch o := object.(type) {
	case *apps.Deployment:
		r.workloads = append(r.workloads, workload{"Deployment/" + o.Name, o.Spec.Selector, o.Spec.Template})
	case *apps.StatefulSet:
		for _, claim := range o.Spec.VolumeClaimTemplates {
			o.Spec.Template.Spec.Volumes = append(o.Spec.Template.Spec.Volumes, core.Volume{Name: claim.Name})
		}
		r.workloads = append(r.workloads, workload{"StatefulSet/" + o.Name, o.Spec.Selector, o.Spec.Template})
	case *batch.Job:
		r.workloads = append(r.workloads, workload{"Job/" + o.Name, nil, o.Spec.Template})
	case *core.Pod:
		template := core.PodTemplateSpec{ObjectMeta: o.ObjectMeta, Spec: o.Spec}
		r.workloads = append(r.workloads, workload{"Pod/" + o.Name, nil, template})
	case *core.Service:
		r.services[o.Name] = o
	case *core.Secret:
		r.secrets[o.Name] = true
	case *core.ServiceAccount:
		r.serviceAccounts[o.Name] = true
	}
}

func (r *release) checkTargets(object runtime.Object) {
	switch o := object.(type) {
	case *core.Service:
		r.checkService(o)
	case *networking.Ingress:
		r.checkIngress(o)
	case *autoscaling.HorizontalPodAutoscaler:
		r.checkAutoscaler(o)
	case *policy.PodDisruptionBudget:
		r.checkSelects("PodDisruptionBudget/"+o.Name, o.Spec.Selector)
		if (o.Spec.MinAvailable == nil) == (o.Spec.MaxUnavailable == nil) {
			r.report("PodDisruptionBudget/%s: needs either minAvailable or maxUnavailable", o.Name)
		}
	case *networking.NetworkPolicy:
		r.checkSelects("NetworkPolicy/"+o.Name, &o.Spec.PodSelector)
	}
}

func (r *release) checkAutoscaler(o *autoscaling.HorizontalPodAutoscaler) {
	target := o.Spec.ScaleTargetRef.Kind + "/" + o.Spec.ScaleTargetRef.Name
	if !slices.ContainsFunc(r.workloads, func(w workload) bool { return w.name == target }) {
		r.report("HorizontalPodAutoscaler/%s: no %s", o.Name, target)
	}
	if o.Spec.MinReplicas != nil && *o.Spec.MinReplicas > o.Spec.MaxReplicas {
		r.report("HorizontalPodAutoscaler/%s: minReplicas is above maxReplicas", o.Name)
	}
}

func (r *release) selected(selector *meta.LabelSelector) []workload {
	matcher, err := meta.LabelSelectorAsSelector(selector)
	if err != nil || matcher.Empty() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.workloads), func(w workload) bool {
		return !matcher.Matches(labels.Set(w.template.Labels))
	})
}

func (r *release) checkSelects(name string, selector *meta.LabelSelector) {
	if len(r.selected(selector)) == 0 {
		r.report("%s: selects no pods", name)
	}
}

func (r *release) checkService(o *core.Service) {
	pods := r.selected(&meta.LabelSelector{MatchLabels: o.Spec.Selector})
	if len(pods) != 1 {
		r.report("Service/%s: selects the pods of %d workloads", o.Name, len(pods))
	}
	for _, port := range o.Spec.Ports {
		for _, w := range pods {
			if !hasPort(w.template.Spec, port.TargetPort.String()) {
				r.report("Service/%s: %s has no port %s", o.Name, w.name, port.TargetPort.String())
			}
		}
	}
}

func hasPort(pod core.PodSpec, port string) bool {
	for _, container := range pod.Containers {
		for _, p := range container.Ports {
			if p.Name == port || fmt.Sprint(p.ContainerPort) == port {
				return true
			}
		}
	}
	return false
}

func (r *release) checkIngress(o *networking.Ingress) {
	for _, rule := range o.Spec.Rules {
		for _, path := range rule.HTTP.Paths {
			backend := path.Backend.Service
			service, found := r.services[backend.Name]
			if !found {
				r.report("Ingress/%s: no Service %s", o.Name, backend.Name)
				continue
			}
			named := func(p core.ServicePort) bool { return p.Name == backend.Port.Name || p.Port == backend.Port.Number }
			if !slices.ContainsFunc(service.Spec.Ports, named) {
				r.report("Ingress/%s: Service %s has no port %s", o.Name, backend.Name, backend.Port.String())
			}
		}
	}
}
