import type { Fetch } from '../http.ts'

/** The body of a refusal with everything in `error`, where OpenAI has it: vLLM and FastAPI answer with the fields alone. */
function inError(text: string): string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return text
  }
  return typeof body === 'object' && body !== null && !('error' in body) ? JSON.stringify({ error: body }) : text
}

/** A way out whose refusals all have OpenAI's form: the package drops what stands elsewhere. */
export function withRefusalForm(send: Fetch): Fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (response.ok) return response
    const { status, statusText, headers } = response
    return new Response(inError(await response.text()), { status, statusText, headers })
  }
}
