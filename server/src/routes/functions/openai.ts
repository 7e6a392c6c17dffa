import type { Hono } from 'hono'
import { z } from 'zod'
import { requirePro } from '../../http/session/session.ts'
import { acquireAllowance } from '../../generation/ai-quota.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-body.ts'
import { releaseAdmission } from '../../http/middleware/admission.ts'
import type { Services } from '../services.ts'

/** Upper limits for the tokens of a response and the characters of a prompt. */
const MAX_TOKENS = 1500
const PROMPT_MAX = 20_000
const MESSAGES_MAX = 20
const DEFAULT_TEMPERATURE = 0.7

/** Body of the specification's function "openai-secure". */
const bodySchema = z.object({
  model: z.string().max(100).optional(),
  messages: z
    .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string().transform((text) => text.toWellFormed()) }))
    .min(1)
    .max(MESSAGES_MAX)
    .refine((messages) => messages.reduce((sum, message) => sum + message.content.length, 0) <= PROMPT_MAX),
  max_tokens: z.number().int().min(1).default(MAX_TOKENS),
  temperature: z.number().min(0).max(2).default(DEFAULT_TEMPERATURE),
})

/**
 * A plain chat for Pro users. A model outside the operator's list falls back to the default, tokens are capped, and every request counts
 * against the user's quota.
 */
export function registerOpenaiFunction(app: Hono<AppEnv>, services: Services): void {
  const { db } = services
  app.post('/functions/openai-secure', async (c) => {
    const user = await requirePro(c, services)
    const body = await readJson(c, bodySchema)
    const ai = await services.connections.aiOf(user.id)
    const model = body.model && ai.allowedModels?.includes(body.model) ? body.model : ai.model
    const { messages, temperature } = body
    const maxTokens = Math.min(body.max_tokens, MAX_TOKENS)
    const allowance = await acquireAllowance(db, user.id, { messages, maxTokens, dailyTokens: ai.dailyTokens, visitors: ai.visitors })
    try {
      releaseAdmission(c.env.incoming)
      const reply = await ai.chat.complete({ model, messages, maxTokens, temperature }, c.req.raw.signal)
      await allowance.settle(reply.usage, reply.content)
      const choices = [{ index: 0, message: { role: 'assistant', content: reply.content }, finish_reason: reply.finish }]
      return c.json({ choices, model: reply.model, usage: reply.usage })
    } finally {
      await allowance.settle(null, '')
    }
  })
}
