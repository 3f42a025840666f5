import type { Access, Endpoint } from '@mojian/contract/platform/endpoint';
import { Failure, failures } from '@mojian/contract/platform/failures';
import { type KeyScope, keyScopes, scopesOfCall } from '@mojian/contract/platform/key-scopes';
import { permissions } from '@mojian/contract/platform/permissions';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { refusal } from './errors.ts';
import { limitOf } from './rate-limit.ts';

/** Builds the OpenAPI 3.1 document from the declarations. */
export function openApi(endpoints: Endpoint[], siteUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: '墨笺 API', version: '1', description: `${inputRules}\n\n${failureTable()}` },
    servers: [{ url: siteUrl }],
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    paths,
  };
}

function accessText(access: Access) {
  if (access === 'anyone') return '任何人';
  return access === 'member' ? '登录用户' : `站务：${permissions[access].join('、')}`;
}

function scopeText(scopes: readonly KeyScope[]) {
  return scopes.length === 0 ? '不能用' : scopes.map((scope) => `${scope}（${keyScopes[scope].title}）`).join('或');
}

function operation(endpoint: Endpoint) {
  const { about, access, body, path } = endpoint;
  return {
    summary: about,
    description: `权限：${accessText(access)}；程序的钥匙：${scopeText(scopesOfCall(endpoint))}`,
    tags: [path.split('/').filter(Boolean).slice(0, 2).join('/')],
    security: access === 'anyone' ? [{}] : [{ token: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(body && { requestBody: { required: true, content: endpoint.uploads ? upload : json(shape(body)) } }),
    responses: {
      200: { description: '成功', content: json(envelope(endpoint)) },
      default: {
        description:
          '失败：code 与 HTTP 状态相同，extra.failure 是失败的名字，extra.field 是出错的字段，不止一个时 extra.faults 是全部',
      },
    },
  };
}

const json = (schema: object) => ({ 'application/json': { schema } });

const file = { type: 'string', contentMediaType: 'application/octet-stream' };
const upload = { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file } } } };

function envelope({ reply, extra }: Endpoint) {
  return {
    type: 'object',
    required: ['code', 'message', 'data', 'extra'],
    properties: {
      code: { const: 200 },
      message: { type: 'string' },
      data: shape(reply),
      extra: extra ? shape(extra) : { type: 'object' },
    },
  };
}

function parameters(fields: z.ZodType | undefined, where: 'path' | 'query') {
  if (!fields) return [];
  const { properties = {}, required = [] } = shape(fields) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || (required.includes(name) && !('default' in schema)),
    schema,
  }));
}

function shape(type: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { unrepresentable: 'any', io: 'output' });
  return schema;
}

const inputRules = [
  '输入的规则，对每个接口、每个字段都一样：',
  '',
  '- 数字可以写成 1 或 "1"，真假可以写成 true 或 "true"，查询与正文都是；文字只能是文字。',
  '- 查询里空着的可选字段（`categoryId=`）等于没给；正文里的 "" 是一段空的文字。',
  '- 读取的接口（GET）不理会不认识的查询字段；只凭编号、选项或登录凭据的接口也不理会多余的字段，空着的（""、null）哪里都一样。',
  '- 其余接口遇到不认识的字段一律拒绝（400，说出名字）：写错一个名字，就会丢掉一段字。',
  '- 每个拒绝都是一句中文，extra.field 是字段的名字；同时有几处不对，extra.faults 里各有一句。',
  '- 接着上一页有 next、older、newer 的列表，也可以用 pageNo、pageSize，答复里另有 total、pages；两样只能给一样。',
  '- 上传时文件放在哪个表单字段里都可以，一次一个。',
  '- 阅读数：打开文章的页面或调用 /v1/article/info 都算，同一访客同一篇半小时内一次。/v1/report 只记站点的浏览。',
].join('\n');

function failureTable() {
  const rows = Object.entries(failures).map(([id, [status, text]]) => `| ${status} | ${id} | ${text} |`);
  return ['所有失败：', '', '| code | failure | message |', '| --- | --- | --- |', ...rows].join('\n');
}

const rateLimit = limitOf({ access: 'anyone', limit: { most: 60, seconds: 60 } });

/** Serves the API documentation at /docs and /openapi.json, made by `describe` on first use. */
export function serveDocs(app: FastifyInstance, describe: () => Promise<object>) {
  let json: Buffer | undefined; // serialised once: it is a megabyte long
  app.get('/openapi.json', { config: { rateLimit } }, async (_request, reply) => {
    json ??= Buffer.from(JSON.stringify(await describe()));
    return reply.type('application/json; charset=utf-8').send(json);
  });
  let docs: Promise<FastifyInstance> | undefined;
  const files = new LRUCache<string, ReturnType<typeof read>>({ max: 20 });
  const read = async (url: string) => {
    docs ??= openDocs();
    const { statusCode, headers, rawPayload } = await (await docs).inject({ url });
    return { statusCode, headers, bytes: rawPayload };
  };
  for (const url of ['/docs', '/docs/*'])
    app.get(url, { config: { rateLimit } }, async (request, reply) => {
      const [path = ''] = request.url.split('?', 1);
      const file = files.get(path) ?? read(path); // held once, however many are slow to read it
      files.set(path, file);
      const { statusCode, headers, bytes } = await file;
      return reply.code(statusCode).headers(headers).send(bytes);
    });
}

/** The library's own policy admits fonts, styles and a picture of other hosts, which it does not need. */
const ownPolicy = {
  'default-src': "'self'",
  'base-uri': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'img-src': "'self' data:",
  'object-src': "'none'",
};

/** A server of its own for the documentation library, which is a seventh of what a start would load. */
async function openDocs() {
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  const app = Fastify();
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(refusal(new Failure('not-found', '没有这一页'))));
  // called, not registered: it would ask for the plugin that makes a document, and its page loads ours
  const options = { routePrefix: '/docs', staticCSP: ownPolicy, uiHooks: { onRequest: toTheDocument } };
  await app.register(async (inner) => swaggerUi(inner, options, () => undefined));
  return app;
}

/** The documentation library would serialise its own copies for every request. */
async function toTheDocument({ routeOptions: { url = '' } }: FastifyRequest, reply: FastifyReply) {
  if (url.endsWith('/json') || url.endsWith('/yaml')) return reply.redirect('/openapi.json', 301);
}
