import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Options of a passkey request used here. */
type Options = {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
  excludeCredentials?: { id: string }[];
};

/** Deviations from the protocol. */
type Odd = { origin?: string; rpId?: string; counter?: number; userHandle?: string; idBytes?: number };

type Credential = { id: string; key: KeyObject; user: string };

const userPresent = 0x01;
const userVerified = 0x04;
const withCredential = 0x40;

/** A passkey holder in software, with the browser around it: ES256, no attestation, a counter of all it signs. */
export class Authenticator {
  readonly credentials: Credential[] = [];
  #counter = 0;
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Makes a passkey, as navigator.credentials.create() does. */
  create(input: unknown, odd: Odd = {}) {
    const options = input as Options;
    if (options.excludeCredentials?.some(({ id }) => this.credentials.some((one) => one.id === id)))
      throw new Error('InvalidStateError');
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const rawId = randomBytes(odd.idBytes ?? 32);
    const id = rawId.toString('base64url');
    this.credentials.push({ id, key: privateKey, user: options.user?.id ?? '' });

    const length = Buffer.alloc(2);
    length.writeUInt16BE(rawId.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, rawId, coseOf(publicKey)]);
    const authData = this.#authenticatorData(odd.rpId ?? options.rp?.id ?? '', withCredential, credential, odd.counter);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options, odd),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal', 'hybrid', 'carrier-pigeon'],
      },
    };
  }

  /** Signs in with the newest passkey, as navigator.credentials.get() does when the member picks it. */
  get(input: unknown, odd: Odd = {}) {
    const options = input as Options;
    const { id, key, user } = this.credentials.at(-1) as Credential;
    const authData = this.#authenticatorData(odd.rpId ?? options.rpId ?? '', 0, Buffer.alloc(0), odd.counter);
    const clientDataJSON = this.#clientData('webauthn.get', options, odd);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, key).toString('base64url'),
        userHandle: odd.userHandle ?? user,
      },
    };
  }

  #authenticatorData(rpId: string, flags: number, rest: Buffer, odd?: number) {
    this.#counter += 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(userPresent | userVerified | flags);
    head.writeUInt32BE(odd ?? this.#counter, 1);
    return Buffer.concat([sha256(Buffer.from(rpId)), head, rest]);
  }

  #clientData(type: string, { challenge }: Options, { origin = this.#origin }: Odd) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
  }
}

/** Key type EC2, algorithm ES256, curve P-256, and the point. */
function coseOf(key: KeyObject) {
  const { x, y } = key.export({ format: 'jwk' }) as { x: string; y: string };
  const entries: [number, number | Uint8Array][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ];
  return Buffer.from(isoCBOR.encode(new Map(entries)));
}

function sha256(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest();
}
