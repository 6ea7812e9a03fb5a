// Asks a broker for its metadata with raw bytes of the Kafka protocol: an open port alone does not mean that it serves.
import { connect } from 'node:net';

const request = () => {
  const client = Buffer.from('ready');
  const body = Buffer.alloc(2 + 2 + 4 + 2 + client.length + 4);
  body.writeInt16BE(3, 0); // Metadata
  body.writeInt16BE(1, 2); // version 1
  body.writeInt32BE(7, 4); // correlation id
  body.writeInt16BE(client.length, 8);
  client.copy(body, 10);
  body.writeInt32BE(0, 10 + client.length); // no topics
  const size = Buffer.alloc(4);
  size.writeInt32BE(body.length);
  return Buffer.concat([size, body]);
};

const socket = connect({ host: '127.0.0.1', port: Number(process.argv[2]) }, () => socket.write(request()));
let received = Buffer.alloc(0);
socket.on('data', (chunk) => {
  received = Buffer.concat([received, chunk]);
  if (received.length < 12) return;
  const brokers = received.readInt32BE(8);
  process.exit(received.readInt32BE(4) === 7 && brokers > 0 ? 0 : 1);
});
socket.on('error', () => process.exit(1));
socket.on('close', () => process.exit(1));
setTimeout(() => process.exit(1), 2000);
