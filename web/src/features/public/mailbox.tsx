/** An address of whoever runs this instance, or the words where none is set: `write to <Mailbox .../>`. */
export function Mailbox({ address, otherwise }: { address: string | null; otherwise: string }) {
  if (address === null) return otherwise
  return <a href={`mailto:${address}`}>{address}</a>
}
