import { expect, test } from 'vitest';
import { ofKind, readSource } from '../../../test/import-sources.ts';
import { writeSource } from '../../../test/write-source.ts';
import { shiyi } from './shiyi.ts';

const first = `/*
 Navicat Premium Data Transfer
 Source Server Type    : MySQL
*/
SET NAMES utf8mb4;
CREATE TABLE \`b_article\`  (
  \`id\` bigint(20) NOT NULL AUTO_INCREMENT COMMENT '主键id',
  \`user_id\` varchar(150) CHARACTER SET utf8mb4 NULL DEFAULT NULL,
  \`category_id\` bigint(20) NULL DEFAULT NULL,
  \`title\` varchar(150) NOT NULL DEFAULT '',
  \`avatar\` varchar(200) NULL DEFAULT NULL COMMENT '文章封面地址',
  \`summary\` varchar(255) NOT NULL DEFAULT '',
  \`content\` mediumtext NULL,
  \`content_md\` mediumtext NULL,
  \`read_type\` int(2) NULL DEFAULT 0 COMMENT '阅读方式 0无需验证 1：评论阅读',
  \`is_stick\` int(11) NULL DEFAULT 0,
  \`is_publish\` int(11) NULL DEFAULT 0,
  \`is_original\` int(11) NULL DEFAULT 1,
  \`original_url\` varchar(255) NULL DEFAULT NULL,
  \`quantity\` bigint(20) NULL DEFAULT 0,
  \`create_time\` datetime(0) NULL DEFAULT CURRENT_TIMESTAMP(0),
  \`update_time\` datetime(0) NULL DEFAULT NULL,
  PRIMARY KEY (\`id\`) USING BTREE
) ENGINE = InnoDB;
INSERT INTO \`b_article\` VALUES (14, '1', 12, '关于', 'https://img.cn/a.jpg', '简介', '<p>旧</p>', '> 新\\n#### 一', 1, 1, 1, 0, 'https://from.cn', 87, '2021-10-15 09:57:22', NULL);
INSERT INTO \`b_article\` VALUES (15, '1', NULL, '下架的', NULL, '', '<p>只有<strong>网页</strong></p>', '', 0, 0, 0, 1, NULL, 0, '2021-10-16 00:00:00', NULL);
CREATE TABLE \`b_article_tag\`  (\`id\` int(11), \`article_id\` int(11), \`tag_id\` int(11), PRIMARY KEY (\`id\`) USING BTREE, UNIQUE INDEX \`f\`(\`article_id\`, \`tag_id\`));
INSERT INTO \`b_article_tag\` VALUES (779, 14, 10);
CREATE TABLE \`b_category\`  (\`id\` bigint(20), \`name\` varchar(32), \`click_volume\` int(11), \`sort\` int(11));
INSERT INTO \`b_category\` VALUES (12, '项目', 0, 8);
CREATE TABLE \`b_comment\` (\`id\` bigint(20), \`user_id\` varchar(150), \`article_id\` bigint(20), \`content\` mediumtext, \`reply_user_id\` varchar(150), \`parent_id\` int(11), \`create_time\` datetime(0), \`browser\` varchar(30), \`system\` varchar(30), \`ip_address\` varchar(100));
INSERT INTO \`b_comment\` VALUES (1, '1', 14, '一', NULL, NULL, '2022-01-01 00:00:00', 'Chrome 11', 'Windows 10', '1.2.3.4'), (2, '2', 14, '二', '1', 1, '2022-01-01 00:00:00', '', NULL, ''), (3, '1', 14, '三<img src="http://img.cn/e.gif">', '2', 1, '2022-01-01 00:00:00', '', NULL, ''), (4, '9', 14, '四', '7', 1, '2022-01-01 00:00:00', '', NULL, '');
CREATE TABLE \`b_say\` (\`id\` varchar(100), \`user_id\` varchar(100), \`img_url\` mediumtext, \`content\` mediumtext, \`address\` varchar(255), \`is_public\` int, \`create_time\` datetime(0), \`update_time\` datetime(0));
INSERT INTO \`b_say\` VALUES ('s1', '1', 'http://img.cn/1.jpg,http://img.cn/2.jpg', '今天', '长沙', 0, '2023-08-01 08:00:00', NULL);
CREATE TABLE \`b_say_comment\` (\`id\` int, \`say_id\` varchar(255), \`user_id\` varchar(255), \`reply_user_id\` varchar(255), \`content\` varchar(500), \`ip\` varchar(200), \`ip_address\` varchar(255), \`create_time\` datetime(0));
INSERT INTO \`b_say_comment\` VALUES (1, 's1', '2', NULL, '问', '1.2.3.4', '', '2023-08-01 09:00:00'), (2, 's1', '1', '2', '答', '', '', '2023-08-01 10:00:00');
CREATE TABLE \`b_message\` (\`id\` int(11), \`content\` mediumtext, \`create_time\` datetime(0), \`nickname\` varchar(255), \`avatar\` varchar(255), \`ip_address\` varchar(255), \`ip_source\` varchar(255), \`time\` tinyint(10), \`status\` int(1));
INSERT INTO \`b_message\` VALUES (1, '来过', '2022-02-02 02:02:02', '游客', '', '1.2.3.4', '', 1, 1), (2, '待审', '2022-02-02 02:02:02', '游客', '', '', '', 1, 0);
CREATE TABLE \`b_friend_link\` (\`id\` int(11), \`name\` varchar(50), \`url\` varchar(100), \`avatar\` varchar(200), \`info\` varchar(200), \`email\` varchar(100), \`reason\` varchar(100), \`sort\` int(11), \`status\` int(11) COMMENT 'ENUM-状态:\\"0-待审核\\",\\"1-通过\\"');
INSERT INTO \`b_friend_link\` VALUES (1, '友', 'https://friend.cn', 'https://friend.cn/a.png', '朋友', 'f@f.cn', NULL, 1, 1), (2, '申请', 'https://x.cn', '', '', '', NULL, 0, 0);
CREATE TABLE \`b_tags\` (\`id\` bigint(20), \`name\` varchar(32));
INSERT INTO \`b_tags\` VALUES (10, '博客');
CREATE TABLE \`b_user\` (\`id\` varchar(200), \`username\` varchar(100), \`password\` varchar(100), \`create_time\` datetime(0), \`user_info_id\` bigint(10), \`ip_address\` varchar(255));
INSERT INTO \`b_user\` VALUES ('1', 'admin', 'NLJ3Gidivf3vouOjYLIvuA==', '2021-09-27 15:43:45', 1, '1.2.3.4'), ('2', 'User@Example.com', 'NLJ3Gidivf3vouOjYLIvuA==', '2021-09-27 15:43:45', 2, ''), ('3', 'quiet', 'NLJ3Gidivf3vouOjYLIvuA==', '2021-09-27 15:43:45', NULL, '');
CREATE TABLE \`b_user_info\` (\`id\` int(11), \`email\` varchar(50), \`nickname\` varchar(50), \`avatar\` varchar(1024), \`intro\` varchar(255), \`web_site\` varchar(255));
INSERT INTO \`b_user_info\` VALUES (1, 'shiyi@blog.com', '拾壹', '', '努力', 'www.shiyit.com'), (2, NULL, '读者', '', NULL, NULL);
CREATE TABLE \`b_web_config\` (\`id\` int, \`name\` varchar(20), \`web_url\` varchar(20));
INSERT INTO \`b_web_config\` VALUES (1, '拾壹博客', 'https://old.cn/');
CREATE TABLE \`b_note\` (\`id\` int);
INSERT INTO \`b_note\` VALUES (1), (2);
`;

const owner = { name: '拾壹', email: 'shiyi@blog.com', website: 'http://www.shiyit.com' };
const reader = { name: '读者', email: 'user@example.com', website: '' };

test('the old tables are read without passwords and IP addresses', async () => {
  const source = await writeSource(first, 'shiyi.sql');
  expect(await shiyi.recognizes(source)).toBe(true);
  const result = await readSource(shiyi, source);
  expect(result.error).toBeUndefined();
  expect(result.losses).toEqual(['笔记｜2 条｜这里没有对应的内容，没有带过来', '友链｜申请｜在原来的站里没有上架']);
  expect(ofKind(result, 'site')).toEqual([{ kind: 'site', url: 'https://old.cn', title: '拾壹博客' }]);
  expect(ofKind(result, 'article')).toEqual([
    {
      kind: 'article',
      key: '14',
      isPage: false,
      title: '关于',
      markdown: '> 新\n#### 一',
      summary: '简介',
      state: 'published',
      hasPassword: false,
      author: owner,
      categories: ['项目'],
      tags: ['博客'],
      cover: 'https://img.cn/a.jpg',
      slug: '',
      description: '',
      keywords: '',
      publishedAt: Date.UTC(2021, 9, 15, 1, 57, 22),
      updatedAt: Date.UTC(2021, 9, 15, 1, 57, 22),
      pinned: true,
      commenting: 'open',
      views: 87,
      likes: 0,
      addresses: ['/article/14', '/post/14'],
      base: '',
      readType: 1,
      sourceUrl: 'https://from.cn',
      isOriginal: false,
      isRecommended: false,
      isFeatured: false,
      warnings: [],
    },
    expect.objectContaining({ key: '15', state: 'draft', markdown: '只有**网页**', categories: [], publishedAt: null }),
  ]);
  expect(ofKind(result, 'comment')).toEqual([
    expect.objectContaining({
      key: '1',
      on: { article: '14' },
      parent: null,
      author: owner,
      device: 'Chrome 11 · Windows 10',
    }),
    expect.objectContaining({ key: '2', parent: '1', author: reader }),
    expect.objectContaining({ key: '3', parent: '2', author: owner }),
    expect.objectContaining({ key: '4', parent: '1', author: { name: '匿名', email: '', website: '' } }),
    expect.objectContaining({ key: 'say-1', on: { say: 's1' }, parent: null, markdown: '问' }),
    expect.objectContaining({ key: 'say-2', parent: 'say-1', markdown: '答' }),
  ]);
  expect(ofKind(result, 'say')).toEqual([
    {
      kind: 'say',
      key: 's1',
      author: owner,
      text: '今天',
      pictures: ['http://img.cn/1.jpg', 'http://img.cn/2.jpg'],
      createdAt: Date.UTC(2023, 7, 1),
      isPublic: false,
      likes: 0,
    },
  ]);
  expect(ofKind(result, 'message').map(({ author, text, state }) => [author.name, text, state])).toEqual([
    ['游客', '来过', 'shown'],
    ['游客', '待审', 'held'],
  ]);
  expect(ofKind(result, 'link')).toEqual([
    {
      kind: 'link',
      key: '1',
      group: '',
      name: '友',
      url: 'https://friend.cn',
      intro: '朋友',
      avatar: 'https://friend.cn/a.png',
    },
  ]);
  expect(ofKind(result, 'person').map(({ name }) => name)).toEqual(['quiet']);
  expect(JSON.stringify(result)).not.toMatch(/NLJ3|1\.2\.3\.4/);
});

const newer = `-- MySQL dump 10.13
CREATE TABLE \`sys_article\` (\`id\` bigint, \`user_id\` int, \`category_id\` bigint, \`title\` varchar(150), \`cover\` varchar(200), \`summary\` text, \`content\` mediumtext, \`content_md\` mediumtext, \`read_type\` int, \`is_stick\` int, \`status\` int, \`is_original\` int, \`original_url\` varchar(255), \`quantity\` bigint, \`keywords\` varchar(200), \`create_time\` datetime, \`update_time\` datetime);
INSERT INTO \`sys_article\` VALUES (1,1,1,'新','c.jpg','','','正文',0,0,1,1,NULL,5,'k1,k2','2024-01-01 00:00:00','2024-01-02 00:00:00');
CREATE TABLE \`sys_article_tag\` (\`id\` int, \`article_id\` int, \`tag_id\` int);
CREATE TABLE \`sys_article_like\` (\`id\` int, \`user_id\` int, \`article_id\` int);
INSERT INTO \`sys_article_like\` VALUES (1,1,1),(2,2,1);
CREATE TABLE \`sys_comment\` (\`id\` int, \`article_id\` int, \`user_id\` int, \`reply_user_id\` int, \`parent_id\` int, \`content\` mediumtext, \`like_count\` int, \`is_stick\` int, \`ip\` varchar(100), \`browser\` varchar(30), \`system_os\` varchar(30), \`create_time\` datetime);
INSERT INTO \`sys_comment\` VALUES (1,1,1,NULL,NULL,'好',4,1,'1.2.3.4','Edge','Mac','2024-01-01 00:00:00');
CREATE TABLE \`sys_moment\` (\`id\` bigint, \`title\` varchar(64), \`user_id\` bigint, \`content\` mediumtext, \`images\` mediumtext, \`create_time\` datetime);
INSERT INTO \`sys_moment\` VALUES (3,NULL,1,'<p>大家好</p>','["http://img.cn/1.jpg"]','2025-06-26 13:50:41');
CREATE TABLE \`sys_friend\` (\`id\` int, \`name\` varchar(50), \`url\` varchar(100), \`avatar\` varchar(200), \`info\` varchar(200), \`sort\` int, \`status\` int COMMENT '0,下架;1,申请;2:上架');
INSERT INTO \`sys_friend\` VALUES (1,'申请','https://x.cn','','',0,1);
CREATE TABLE \`sys_user\` (\`id\` int, \`username\` varchar(100), \`password\` varchar(100), \`nickname\` varchar(100), \`email\` varchar(255), \`mobile\` varchar(15), \`signature\` varchar(255));
INSERT INTO \`sys_user\` VALUES (1,'admin','$2a$10$x','新主','New@Example.com','13800000000','签名'),(2,'quiet','$2a$10$x','潜水','','13800000000','签名二');
-- Dump completed
`;

test('the newer tables are read', async () => {
  const source = await writeSource(newer, 'shiyi.sql');
  expect(await shiyi.recognizes(source)).toBe(true);
  const result = await readSource(shiyi, source);
  expect(result.error).toBeUndefined();
  expect(result.losses).toEqual(['友链｜申请｜在原来的站里没有上架']);
  expect(ofKind(result, 'article')).toMatchObject([
    {
      key: '1',
      state: 'published',
      likes: 2,
      views: 5,
      cover: 'c.jpg',
      keywords: 'k1,k2',
      author: { name: '新主', email: 'new@example.com' },
    },
  ]);
  expect(ofKind(result, 'comment')).toMatchObject([{ likes: 4, pinned: true, device: 'Edge · Mac' }]);
  expect(ofKind(result, 'say')).toMatchObject([{ text: '大家好', pictures: ['http://img.cn/1.jpg'], isPublic: true }]);
  expect(ofKind(result, 'person')).toMatchObject([{ name: '潜水', intro: '签名二' }]);
  expect(JSON.stringify(result)).not.toMatch(/\$2a\$|13800000000|1\.2\.3\.4/);
});

test('a truncated dump gives what is before the cut', async () => {
  const result = await readSource(shiyi, await writeSource(first.slice(0, first.indexOf("'三<img")), 'shiyi.sql'));
  expect(ofKind(result, 'article')).toHaveLength(2);
  expect(ofKind(result, 'comment').map(({ key }) => key)).toEqual(['1', '2']);
  expect(result.error).toMatch(/^文件在第 \d+ 行断了，后面的没有$/);
});
