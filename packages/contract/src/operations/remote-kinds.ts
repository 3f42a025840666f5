import type { DestinationKind } from '../platform/destinations.ts';

/** Kinds of places for backups elsewhere, in a module without zod so that screens may load it. */

type Kind = DestinationKind & {
  /** Bytes of the largest file that it takes; a larger backup is cut into pieces. */
  largestFile?: number;
};

const megabyte = 1024 ** 2;

export const remoteKinds = {
  jianguoyun: {
    name: '坚果云',
    mark: '坚',
    steps: [
      '登录坚果云的网页，点右上角的名字 › 账户信息 › 安全选项。',
      '在「第三方应用管理」里添加一个应用，得到应用密码（不是登录密码）。',
      '把账号与应用密码填到下面。文件夹没有就自己建好；免费版每月能传 1 GB。',
    ],
    address: '文件夹的地址',
    example: 'https://dav.jianguoyun.com/dav/墨笺备份',
    username: '账号（邮箱）',
    secret: '应用密码',
    largestFile: 400 * megabyte,
    isPublic: true,
  },
  webdav: {
    name: 'WebDAV',
    mark: '网',
    steps: [
      'Nextcloud：设置 › 安全，生成一个应用密码；地址在「文件 › 设置」最下面，后面加上文件夹的名字。',
      '群晖、威联通、AList 等：打开 WebDAV，给备份单独建一个账号。',
      '把文件夹的地址、账号与密码填到下面。文件夹没有就自己建好。',
    ],
    address: '文件夹的地址',
    example: 'https://cloud.example.com/remote.php/dav/files/账号/墨笺备份',
    username: '账号',
    secret: '密码',
  },
  s3: {
    name: '对象存储',
    mark: '桶',
    steps: [
      '在阿里云、腾讯云、七牛、MinIO 等处建一个私有的存储桶，不要放在存图片的那一个里。',
      '建一对只能读写这个桶的密钥。',
      '地址是 https://主机名/桶名/文件夹?region=区域，把它与密钥填到下面；MinIO 再加 &pathStyle=1。',
    ],
    address: '桶的地址',
    example: 'https://oss-cn-hangzhou.aliyuncs.com/桶名/墨笺备份?region=oss-cn-hangzhou',
    username: 'AccessKey ID',
    secret: 'AccessKey Secret',
    largestFile: 4096 * megabyte,
  },
  folder: {
    name: '挂载的文件夹',
    mark: '盘',
    steps: [
      '请装站的人把另一块硬盘或网络硬盘挂载到这台服务器上。',
      'install.sh 装的服务只能写数据文件夹：在 systemctl edit mojian 里加 [Service] 与 ReadWritePaths=那个文件夹，再重新启动。',
      '把文件夹的完整路径填到下面。',
    ],
    address: '文件夹的路径',
    example: '/mnt/backup',
    isPublic: true,
  },
} as const satisfies Record<string, Kind>;

export type RemoteKind = keyof typeof remoteKinds;
export const remoteKindNames = Object.keys(remoteKinds) as [RemoteKind, ...RemoteKind[]];
