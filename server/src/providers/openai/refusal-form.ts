import type { Fetch } from '../http.ts'

/** Moves the fields of an error body into `error`, as OpenAI does: vLLM and FastAPI send them at the top level. */
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

/** A fetch whose error bodies all have OpenAI's form: the package drops fields in any other place. */
export function withRefusalForm(send: Fetch): Fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (response.ok) return response
    const { status, statusText, headers } = response
    return new Response(inError(await response.text()), { status, statusText, headers })
  }
}
