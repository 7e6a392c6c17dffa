import type { Context } from 'hono'
import type { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import type { AppEnv } from '../app-env.ts'
import { cleanText } from './clean-text.ts'

/** Parses the body with the schema; INVALID_INPUT names the invalid fields. */
export async function readJson<T>(c: Context<AppEnv>, schema: z.ZodType<T>): Promise<T> {
  let raw: unknown
  try {
    raw = await c.req.json()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new AppError('INVALID_INPUT', { fields: 'body' }, { cause: error })
  }
  const parsed = schema.safeParse(cleanText(raw))
  if (parsed.success) return parsed.data
  const fields = new Set(parsed.error.issues.map((issue) => issue.path.join('.').slice(0, 100) || 'body'))
  throw new AppError('INVALID_INPUT', { fields: [...fields].slice(0, 5).join(', ') })
}
