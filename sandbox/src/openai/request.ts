import { z } from 'zod'
import { invalidRequest, type ApiError } from './errors.ts'
import { strictSchemaFault } from './json-schema.ts'

const textPart = z.object({ type: z.literal('text'), text: z.string() })
const messageSchema = z
  .object({
    role: z.enum(['system', 'developer', 'user', 'assistant']),
    content: z.union([
      z.string(),
      z
        .array(textPart)
        .min(1)
        .transform((parts) => parts.map((part) => part.text).join('\n')),
    ]),
    name: z.string().optional(),
  })
  .strict()

const responseFormatSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }).strict(),
  z.object({ type: z.literal('json_object') }).strict(),
  z
    .object({
      type: z.literal('json_schema'),
      json_schema: z
        .object({
          name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
          description: z.string().optional(),
          strict: z.boolean().nullish(),
          schema: z.unknown().optional(),
        })
        .strict(),
    })
    .strict(),
])

const chatRequestSchema = z
  .object({
    model: z.string().min(1),
    messages: z.array(messageSchema).min(1),
    max_tokens: z.number().int().min(1).max(32_768).nullish(),
    max_completion_tokens: z.number().int().min(1).max(32_768).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    n: z.literal(1).nullish(),
    stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
    seed: z.number().int().nullish(),
    frequency_penalty: z.number().min(-2).max(2).nullish(),
    presence_penalty: z.number().min(-2).max(2).nullish(),
    user: z.string().optional(),
    store: z.boolean().nullish(),
    metadata: z.record(z.string(), z.string()).nullish(),
    response_format: responseFormatSchema.optional(),
    stream: z.boolean().nullish(),
    stream_options: z.object({ include_usage: z.boolean().optional(), include_obfuscation: z.boolean().optional() }).strict().nullish(),
  })
  .strict()
export type ChatRequest = z.infer<typeof chatRequestSchema>

function shapeError(error: z.ZodError): ApiError {
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys' && issue.path.length === 0) {
    const [key = ''] = issue.keys
    return invalidRequest(`Unrecognized request argument supplied: ${key}`, null, null)
  }
  const param = issue ? issue.path.join('.') : ''
  if (param === 'model' || param === 'messages') return invalidRequest(`you must provide a ${param} parameter`, param)
  return invalidRequest(`Invalid value for '${param}': ${issue?.message ?? 'not valid'}.`, param || null, 'invalid_value')
}

/** Reads a request as strictly as the provider does. */
export function readChatRequest(body: unknown): { request: ChatRequest } | { fault: ApiError } {
  const parsed = chatRequestSchema.safeParse(body)
  if (!parsed.success) return { fault: shapeError(parsed.error) }
  const request = parsed.data
  if (typeof request.max_tokens === 'number' && typeof request.max_completion_tokens === 'number') {
    return { fault: invalidRequest("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.", 'max_tokens') }
  }
  if (request.stream_options && !request.stream) {
    return { fault: invalidRequest("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options') }
  }
  const format = request.response_format
  if (format?.type === 'json_object' && !request.messages.some((message) => /json/i.test(message.content))) {
    return {
      fault: invalidRequest(
        "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
        'messages',
      ),
    }
  }
  if (format?.type === 'json_schema') {
    if (format.json_schema.schema === undefined)
      return {
        fault: invalidRequest(
          "Missing required parameter: 'response_format.json_schema.schema'.",
          'response_format.json_schema.schema',
          'missing_required_parameter',
        ),
      }
    const fault = format.json_schema.strict ? strictSchemaFault(format.json_schema.schema) : null
    if (fault)
      return { fault: invalidRequest(`Invalid schema for response_format '${format.json_schema.name}': ${fault}`, 'response_format') }
  }
  return { request }
}
