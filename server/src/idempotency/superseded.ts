/** A retry with the same idempotency key took over, and the page ignores this request's response. */
export class Superseded extends Error {
  constructor() {
    super('Superseded by a retry')
    this.name = 'TakenUp'
  }
}
