/** A passkey authenticator and its browser, in software: real keys, real attestations, real assertions. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

/** Type and length of a CBOR item (RFC 8949), as far as attestations go. */
const head = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
};

const encode = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as ReadonlyMap<number | string, Cbor>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(encode)]);
};

const fromBase64url = (text = ''): Buffer => Buffer.from(text, 'base64url');

/** The public key as COSE writes it. */
const coseKey = (key: KeyObject, alg: Algorithm): Buffer => {
  const { x, y, n, e } = key.export({ format: 'jwk' });
  const entries: [number, Cbor][] = {
    [-7]: [[1, 2], [3, -7], [-1, 1], [-2, fromBase64url(x)], [-3, fromBase64url(y)]] as [number, Cbor][],
    [-8]: [[1, 1], [3, -8], [-1, 6], [-2, fromBase64url(x)]] as [number, Cbor][],
    [-257]: [[1, 3], [3, -257], [-1, fromBase64url(n)], [-2, fromBase64url(e)]] as [number, Cbor][],
  }[alg]; // prettier-ignore
  return encode(new Map(entries));
};

export type Algorithm = -7 | -8 | -257;

const newKeyPair = (alg: Algorithm) => {
  if (alg === -7) return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (alg === -8) return generateKeyPairSync('ed25519');
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
};

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

export interface Ceremony {
  challenge: string;
  /** The page, such as `http://localhost:8103`. */
  origin: string;
  /** Host that the credential belongs to; that of the page when absent. */
  rp_id?: string;
  /** Whether somebody touched it; yes when absent. */
  present?: boolean;
  /** What the authenticator says about its uses; one more each time when absent. */
  counter?: number;
  /** `webauthn.create` or `webauthn.get` when absent. */
  type?: string;
}

export interface AuthenticatorOptions {
  alg?: Algorithm;
  /** Of somebody else's credential, for a forgery. */
  credential_id?: string;
}

export const createAuthenticator = ({ alg = -7, credential_id }: AuthenticatorOptions = {}) => {
  const { publicKey, privateKey } = newKeyPair(alg);
  const id = credential_id ?? randomBytes(32).toString('base64url');
  let uses = 0;

  const clientData = ({ challenge, origin, type }: Ceremony, usual: string): Buffer =>
    Buffer.from(JSON.stringify({ type: type ?? usual, challenge, origin, crossOrigin: false }));

  const authenticatorData = (ceremony: Ceremony, attested = Buffer.alloc(0)): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(ceremony.counter ?? (uses += 1));
    const flags =
      (ceremony.present === false ? 0 : FLAGS.present) |
      FLAGS.verified |
      (attested.length > 0 ? FLAGS.attested : 0);
    const host = ceremony.rp_id ?? new URL(ceremony.origin).hostname;
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter, attested]);
  };

  const signed = (data: Buffer): Buffer =>
    alg === -8 ? sign(null, data, privateKey) : sign('sha256', data, privateKey);

  const common = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };

  /** RegistrationResponseJSON; `packed` signs the attestation with the key itself. */
  const register = (ceremony: Ceremony, fmt: 'none' | 'packed' = 'none') => {
    const client_data = clientData(ceremony, 'webauthn.create');
    const credential = fromBase64url(id);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credential.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, credential, coseKey(publicKey, alg)]);
    const authData = authenticatorData(ceremony, attested);
    const sig = signed(Buffer.concat([authData, sha256(client_data)]));
    const attStmt = new Map<string, Cbor>(fmt === 'packed' ? [['alg', alg], ['sig', sig]] : []); // prettier-ignore
    const attestation = encode(new Map<string, Cbor>([['fmt', fmt], ['attStmt', attStmt], ['authData', authData]])); // prettier-ignore
    return {
      ...common,
      response: {
        clientDataJSON: client_data.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  };

  /** AuthenticationResponseJSON. */
  const authenticate = (ceremony: Ceremony) => {
    const client_data = clientData(ceremony, 'webauthn.get');
    const data = authenticatorData(ceremony);
    const signature = signed(Buffer.concat([data, sha256(client_data)]));
    return {
      ...common,
      response: {
        authenticatorData: data.toString('base64url'),
        clientDataJSON: client_data.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  };
  return { id, register, authenticate };
};

export type Authenticator = ReturnType<typeof createAuthenticator>;
