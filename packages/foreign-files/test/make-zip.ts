import { crc32, deflateRawSync } from 'node:zlib';

type Entry = {
  /** Bytes where the name is in another encoding. */
  name: string | Uint8Array;
  bytes: Uint8Array | string;
  /** Unix mode of the entry: a link is 0o120777. */
  mode?: number;
  encrypted?: boolean;
  /** Declared size, where it is false. */
  claims?: number;
};

/** A zip as programs write it, or as nobody should. */
export function makeZip(...entries: Entry[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name as string);
    const bytes = Buffer.from(entry.bytes as string);
    const packed = deflateRawSync(bytes);
    const common = commonOf(entry, { name, bytes, packed });
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.alloc(0), name]);
    local.push(head, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, name);
    offset += head.length + packed.length;
  }
  return Buffer.concat([...local, ...central, endOf(entries.length, Buffer.concat(central).length, offset)]);
}

type Deps = { name: Buffer; bytes: Buffer; packed: Buffer };

function commonOf({ name: input, encrypted, claims }: Entry, { name, bytes, packed }: Deps) {
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE((encrypted ? 1 : 0) | (typeof input === 'string' ? 0x800 : 0), 2);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(bytes), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(claims ?? bytes.length, 18);
  common.writeUInt16LE(name.length, 22);
  return common;
}

const most = 0xffff;

function endOf(count: number, size: number, offset: number) {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Math.min(count, most), 8);
  end.writeUInt16LE(Math.min(count, most), 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return count < most ? end : Buffer.concat([largeEndOf(count, size, offset), end]);
}

/** Zip64's end, for more entries than the plain one counts, and where it stands. */
function largeEndOf(count: number, size: number, offset: number) {
  const end = Buffer.alloc(56 + 20);
  end.write('PK\x06\x06', 'latin1');
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.write('PK\x06\x07', 56, 'latin1');
  end.writeBigUInt64LE(BigInt(offset + size), 64);
  end.writeUInt32LE(1, 72);
  return end;
}
