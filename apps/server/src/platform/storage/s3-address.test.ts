import { expect, test } from 'vitest';
import { readS3Address } from './s3-address.ts';

const objectOf = (url: string) => readS3Address(url).urlOf('ab/c.webp');

test('an address names the service, the bucket and the keys, each part percent-encoded', () => {
  const place = readS3Address('s3://AK%3AID:a%2Fb%2Bc%40@s3.example.com:9000/my-pictures/blog/files?region=auto');
  expect(place).toMatchObject({
    accessKeyId: 'AK:ID',
    secretAccessKey: 'a/b+c@',
    bucket: 'my-pictures',
    region: 'auto',
  });
  expect(readS3Address('s3://k:s@host.cn/pictures').region).toBe('us-east-1');
});

test('the bucket is a part of the host’s name, unless it is asked for in the path or the host has no name', () => {
  expect(objectOf('s3://k:s@oss-cn-hangzhou.aliyuncs.com/pics')).toBe(
    'https://pics.oss-cn-hangzhou.aliyuncs.com/ab/c.webp',
  );
  expect(objectOf('s3://k:s@minio.example.com/pics/blog?pathStyle=1')).toBe(
    'https://minio.example.com/pics/blog/ab/c.webp',
  );
  expect(objectOf('s3://k:s@127.0.0.1:9000/pics?tls=0')).toBe('http://127.0.0.1:9000/pics/ab/c.webp');
  expect(objectOf('s3://k:s@[::1]:9000/pics?tls=0')).toBe('http://[::1]:9000/pics/ab/c.webp');
  expect(objectOf('s3://k:s@localhost/pics')).toBe('https://localhost/pics/ab/c.webp');
});

test.each([
  'ftp://key:hush@host/bucket',
  'hush',
  's3://',
  's3://host/bucket?x=hush',
  's3://key:hush@/bucket',
  's3://key@host/hush',
  's3://:hush@host/bucket',
  's3://key:hush@host',
  's3://key:hush@host/',
  's3://key:hush@host/ab',
  's3://key:hush@host/a%2Fb%2Fhush',
  's3://key:hush@host:port/bucket',
  's3://key:hush@ho%20st/bucket',
  's3://key:hush%zz@host/bucket',
  's3://key:hu/sh@host/bucket',
  's3://key:hush@host/bucket#part',
  's3://key:hush@host/bucket?tls=maybe',
  's3://key:hush@host/bucket?region=',
  's3://key:hush@host/bucket?region=a/hush',
  's3://key:hush@host/bucket?secret=hush',
])('%s is refused in one line without repeating its secret', (url) => {
  expect(() => readS3Address(url)).toThrow(/^(?!.*(hush|hu\/sh)).{10,}$/);
});
