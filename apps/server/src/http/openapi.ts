import type { Access, Endpoint } from '@mojian/contract/endpoint';
import { failures } from '@mojian/contract/failures';
import { permissions } from '@mojian/contract/permissions';
import { z } from 'zod';

/** The API as an OpenAPI 3.1 document, made from the declarations alone. */
export function openApi(endpoints: Endpoint[], siteUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: '墨笺 API', version: '1', description: failureTable() },
    servers: [{ url: siteUrl }],
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    paths,
  };
}

function accessText(access: Access) {
  if (access === 'anyone') return '任何人';
  return access === 'member' ? '登录用户' : `站务：${permissions[access].join('、')}`;
}

function operation(endpoint: Endpoint) {
  const { about, access, body, path } = endpoint;
  return {
    summary: about,
    description: `权限：${accessText(access)}`,
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

function failureTable() {
  const rows = Object.entries(failures).map(([id, [status, text]]) => `| ${status} | ${id} | ${text} |`);
  return ['所有失败：', '', '| code | failure | message |', '| --- | --- | --- |', ...rows].join('\n');
}
