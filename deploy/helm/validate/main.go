// Checks rendered manifests against the types of the Kubernetes API, offline.
//
// Every document is decoded strictly (an unknown or doubled field, a wrong type or a malformed quantity is an error), and
// what refers to something else must find it: selectors, target ports, Secrets, volumes, backends of an Ingress.
//
//	helm template … | validate [--external secret-name]
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"
)

func main() {
	external := flag.String("external", "", "names of Secrets that exist outside the chart, comma-separated")
	flag.Parse()
	objects, problems := decodeAll(os.Stdin)
	problems = append(problems, checkReferences(objects, strings.Split(*external, ","))...)
	for _, problem := range problems {
		fmt.Fprintln(os.Stderr, problem)
	}
	if len(problems) > 0 || len(objects) == 0 {
		fmt.Fprintf(os.Stderr, "%d objects, %d problems\n", len(objects), len(problems))
		os.Exit(1)
	}
	fmt.Printf("%d objects are valid\n", len(objects))
}

func decodeAll(input io.Reader) (objects []runtime.Object, problems []string) {
	decoder := serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	documents := utilyaml.NewYAMLReader(bufio.NewReader(input))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return objects, problems
		}
		if err != nil {
			return objects, append(problems, err.Error())
		}
		if isEmpty(document) {
			continue
		}
		object, _, err := decoder.Decode(document, nil, nil)
		if err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", title(document), err))
			continue
		}
		objects = append(objects, object)
	}
}

// isEmpty tells whether a document holds only comments.
func isEmpty(document []byte) bool {
	var content any
	return yaml.Unmarshal(document, &content) == nil && content == nil
}

// title is the comment with the template's path that helm writes above each document.
func title(document []byte) string {
	for _, line := range bytes.Split(document, []byte("\n")) {
		if rest, found := bytes.CutPrefix(line, []byte("# Source: ")); found {
			return string(rest)
		}
	}
	return "document"
}
