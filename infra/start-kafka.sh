#!/usr/bin/env bash
# Starts one Apache Kafka broker (KRaft, plain Java, jars from Maven Central): start-kafka.sh [port].
# Prints PORTICO_KAFKA_BROKERS.
. "$(dirname "$0")/process.sh"

dir=$infra_dir/kafka
pom=$root/infra/kafka/pom.xml
version=$(sed -n '/<artifactId>kafka_2.13</,/<version>/s:.*<version>\(.*\)</version>.*:\1:p' "$pom")
jars=$root/.cache/kafka/$version
port=$(running_port kafka)

fetch_jars() {
  [ ! -f "$jars/.complete" ] || return 0
  command -v mvn >/dev/null || apt_install maven
  mkdir -p "$jars"
  (
    flock 9
    [ -f "$jars/.complete" ] && exit 0
    echo "Fetching Apache Kafka $version …" >&2
    mvn -q -B -f "$pom" dependency:copy-dependencies -DoutputDirectory="$jars" -DincludeScope=runtime >&2
    touch "$jars/.complete"
  ) 9>"$jars/.lock" || fail 'The jars of Apache Kafka could not be fetched.'
}

write_properties() {
  local controller
  controller=$(free_port)
  cat >"$dir/server.properties" <<EOF
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:$controller
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:$port,CONTROLLER://127.0.0.1:$controller
advertised.listeners=PLAINTEXT://127.0.0.1:$port
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
inter.broker.listener.name=PLAINTEXT
log.dirs=$dir/data
auto.create.topics.enable=true
num.partitions=6
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.num.partitions=4
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
EOF
}

run_java() {
  java -Xms128m -Xmx512m -XX:+UseSerialGC -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp "$jars/*" "$@"
}

broker_answers() {
  node "$root/infra/kafka/ready.mjs" "$port"
}

if [ -z "$port" ]; then
  command -v java >/dev/null || apt_install default-jre-headless
  fetch_jars
  port=$(choose_port kafka "${1:-}")
  mkdir -p "$dir"
  write_properties
  if [ ! -f "$dir/data/meta.properties" ]; then
    id=$(run_java kafka.tools.StorageTool random-uuid)
    run_java kafka.tools.StorageTool format --ignore-formatted -t "$id" -c "$dir/server.properties" >"$dir/format.log" 2>&1 ||
      fail "The storage of Kafka could not be formatted; see $dir/format.log."
  fi
  nohup setsid java -Xms128m -Xmx512m -XX:+UseSerialGC -Dorg.slf4j.simpleLogger.defaultLogLevel=warn \
    -cp "$jars/*" kafka.Kafka "$dir/server.properties" >"$dir/kafka.log" 2>&1 </dev/null &
  echo $! >"$dir/pid"
  echo "$port" >"$dir/port"
  wait_until 90 Kafka broker_answers
fi
echo "PORTICO_KAFKA_BROKERS=127.0.0.1:$port"
