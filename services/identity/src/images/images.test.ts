import { sql } from '@portico/platform/db/sql';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';

let identity: Harness;
let project: TestProject;
let png: Buffer;

beforeAll(async () => {
  identity = await startIdentity('images');
  project = await identity.newProject();
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
});
afterAll(() => identity?.stop());

const status = (number: number) => expect.objectContaining({ name: 'StatusError', status: number });
const dataUrl = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`;
const store = (
  url: string,
  call = project.client('0b6d3c52-8f1e-4d7c-a0b5-4f4e5a9e6d21'),
  max_bytes = 100_000,
) => identity.images.storeImage({ folder: 'user-profile-images', url, max_bytes }, call);
/** A Windows bitmap of one pixel. */
const bitmap = () => {
  const bytes = Buffer.alloc(58);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(58, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(1, 18);
  bytes.writeInt32LE(1, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
};

describe('an uploaded image', () => {
  it('gets a public address that ends in its real format, and can be fetched there', async () => {
    const { url } = await store(dataUrl(png, 'gif'));
    expect(url).toMatch(/^https:\/\/api\.example\.com\/images\/user-profile-images\/[0-9a-f-]{36}\.png$/);
    const [folder, name] = url.split('/').slice(-2);
    const image = await identity.images.getImage({ folder: folder!, name: name! }, project.system);
    expect(image.content_type).toBe('image/png');
    expect(Buffer.from(image.content).equals(png)).toBe(true);
  });

  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('may be %s', async (format) => {
    const bytes = await sharp(png).toFormat(format).toBuffer();
    expect((await store(dataUrl(bytes, format))).url).toMatch(new RegExp(`\\.${format}$`));
  });

  it('may be a bitmap', async () => {
    expect((await store(dataUrl(bitmap(), 'bmp'))).url).toMatch(/\.bmp$/);
  });

  it('is declared as one of six types by a client, as any type by a server', async () => {
    for (const type of ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'webp'])
      expect((await store(dataUrl(png, type))).url).toMatch(/\.png$/);
    for (const type of ['tiff', 'avif', 'x9']) {
      await expect(store(dataUrl(png, type))).rejects.toEqual(status(400));
      expect((await store(dataUrl(png, type), project.server)).url).toMatch(/\.png$/);
    }
  });

  it('is refused when it cannot be decoded, is too large, or is no picture', async () => {
    const noise = await sharp({
      create: { width: 300, height: 300, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: 90 } },
    }).png({ compressionLevel: 0 }).toBuffer(); // prettier-ignore
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script>alert(1)</script></svg>',
    );
    const refused = [
      dataUrl(Buffer.from('not a picture')),
      dataUrl(png.subarray(0, png.length - 20)),
      dataUrl(noise),
      dataUrl(svg, 'png'),
      'data:image/png;base64,***',
      'data:image/svg+xml;base64,AAAA',
      'data:text/html;base64,AAAA',
      'data:image/not-valid',
    ];
    for (const url of refused) {
      await expect(store(url)).rejects.toEqual(status(400));
      await expect(store(url, project.server)).rejects.toEqual(status(400));
    }
    expect(noise.length).toBeGreaterThan(100_000);
    await store(dataUrl(noise), project.server, 1_000_000);
  });
});

describe('a link to an image', () => {
  it('is kept as it is: https from anybody, http from servers', async () => {
    expect(await store('https://cdn.example.com/a.png')).toEqual({ url: 'https://cdn.example.com/a.png' });
    await expect(store('http://cdn.example.com/a.png')).rejects.toEqual(status(400));
    expect(await store('http://cdn.example.com/a.png', project.server)).toEqual({
      url: 'http://cdn.example.com/a.png',
    });
  });

  it('is refused with any other scheme, and when it is endless', async () => {
    for (const url of [
      'javascript:alert(1)',
      'ftp://a/b.png',
      'nonsense',
      '',
      `https://a.com/${'x'.repeat(1_000_000)}`,
    ]) {
      await expect(store(url, project.server)).rejects.toEqual(status(400));
    }
  });
});

describe('fetching an image', () => {
  it('answers 404 for anything unknown', async () => {
    for (const [folder, name] of [
      ['user-profile-images', 'nope.png'],
      ['../etc', 'passwd'],
      ['a\0', 'b'],
    ]) {
      await expect(
        identity.images.getImage({ folder: folder!, name: name! }, project.system),
      ).rejects.toEqual(status(404));
    }
  });
});

describe('a profile image', () => {
  it('is stored with its user, or neither is', async () => {
    const user = await project.createUser({ profile_image_url: dataUrl(png) });
    expect(user.profile_image_url).toMatch(/^https:\/\/api\.example\.com\/images\/user-profile-images\//);
    const images = async () => (await sql(identity.db).query('select name from images')).length;
    const before = await images();
    const call = project.client(user.id);
    await expect(
      project.updateUser(user.id, { profile_image_url: 'http://x.com/a.png' }, call),
    ).rejects.toEqual(status(400));
    await expect(
      project.updateUser(user.id, { profile_image_url: dataUrl(png), primary_email_verified: true }),
    ).rejects.toEqual(status(400));
    expect(await images()).toBe(before);
    expect(
      (await project.updateUser(user.id, { profile_image_url: null }, call)).profile_image_url,
    ).toBeUndefined();
  });
});
