import { generateEventSchema, type GenerateEvent } from '@ninesixteen/shared/api/generate'

/** The data of server-sent events, until the stream ends. */
export async function* streamedData(response: Response): AsyncGenerator {
  if (response.status !== 200 || !response.body) throw new Error(`${response.status}: ${await response.text()}`)
  let rest = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    rest += text
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(rest.slice(0, end))?.[1]
      rest = rest.slice(end + 2)
      if (data) yield JSON.parse(data)
    }
  }
}

/** Events of a generation, until the stream ends. */
export async function* eventsOf(response: Response): AsyncGenerator<GenerateEvent> {
  for await (const data of streamedData(response)) yield generateEventSchema.parse(data)
}
