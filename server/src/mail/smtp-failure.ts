interface Failure {
  code: string
  /** The SMTP step that failed. */
  command: string
  /** The server's reply code, if any. */
  status: number | null
  message: string
}

function failureOf(error: unknown): Failure {
  const { code, command, responseCode, message } = (error instanceof Error ? error : {}) as Partial<
    Record<'code' | 'command' | 'responseCode' | 'message', unknown>
  >
  return {
    code: typeof code === 'string' ? code : '',
    command: typeof command === 'string' ? command : '',
    status: typeof responseCode === 'number' ? responseCode : null,
    message: typeof message === 'string' ? message : String(error),
  }
}

/** Whether the server permanently rejects the address: 550, 551, 553 and 556 by RFC 5321. */
export function isAddressRefused(error: unknown): boolean {
  const { command, status } = failureOf(error)
  return command === 'RCPT TO' && status !== null && [550, 551, 553, 556].includes(status)
}

/** Whether the server rejected the mail. Silence after the mail's content means nothing. */
export function wasRejected(error: unknown): boolean {
  const { status } = failureOf(error)
  return status !== null && status >= 400
}

/** The server's reply for the operator, shortened and without addresses. */
export function reasonOf(error: unknown): string {
  const { code, message } = failureOf(error)
  const words = message.replace(/\s+/g, ' ').replace(/[^\s<>]+@[^\s<>]+/g, '(address)')
  return `${code ? `${code}: ` : ''}${words}`.slice(0, 300)
}
