/** Line at the end of what its author declares to contain what an AI made, as 《人工智能生成合成内容标识办法》 asks. */
export const aiDeclaration = '作者声明：含 AI 生成内容';

/** Declaration for programs, part of JSON-LD. Source: schema.org/digitalSourceType, with IPTC's word for a part of a work. */
export function digitalSource(hasAiContent: boolean) {
  return hasAiContent && { digitalSourceType: 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource' };
}
