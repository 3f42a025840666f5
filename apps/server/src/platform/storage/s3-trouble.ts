import type { S3Bucket } from './s3-address.ts';
import { S3Trouble } from './s3-request.ts';

type Place = Pick<S3Bucket, 'host' | 'bucket' | 'region'>;

const reasons: Record<string, (place: Place) => string> = {
  NoSuchBucket: ({ bucket }) => `没有名为 ${bucket} 的存储桶`,
  InvalidAccessKeyId: () => '对象存储不认识这个 KEY',
  SignatureDoesNotMatch: () => 'SECRET 不对',
  AccessDenied: ({ bucket }) => `这对密钥没有读写存储桶 ${bucket} 的权限`,
  RequestTimeTooSkewed: () => '本机的时钟与对象存储相差太多',
  PermanentRedirect: ({ bucket, region }) => `存储桶 ${bucket} 不在区域 ${region}，请改 region 或主机名`,
  AuthorizationHeaderMalformed: ({ bucket, region }) => `存储桶 ${bucket} 不在区域 ${region}，请改 region 或主机名`,
  ECONNREFUSED: ({ host }) => `连不上 ${host}`,
  ENOTFOUND: ({ host }) => `找不到主机 ${host}`,
  TimeoutError: ({ host }) => `${host} 迟迟没有答复`,
};

/** What the owner reads when the bucket cannot be used. */
export function reasonOfTrouble(error: unknown, place: Place): string {
  if (!(error instanceof S3Trouble)) return `对象存储 ${place.host} 不能使用`;
  const { status, code } = error;
  return (
    reasons[code]?.(place) ??
    (status === undefined ? `连不上 ${place.host}（${code}）` : `对象存储 ${place.host} 答复 ${status} ${code}`.trim())
  );
}
