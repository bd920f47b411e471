/**
 * A date whose fields are those of UTC. date-fns reads and sets the fields of the machine's zone and hands on the class
 * that it was given, so with this one its steps and words are the same on every tablet and server.
 * Source: date-fns 4, extending Date (what its package `@date-fns/utc` does).
 */
export class UtcDate extends Date {
  override getFullYear(): number {
    return this.getUTCFullYear();
  }
  override getMonth(): number {
    return this.getUTCMonth();
  }
  override getDate(): number {
    return this.getUTCDate();
  }
  override getDay(): number {
    return this.getUTCDay();
  }
  override getHours(): number {
    return this.getUTCHours();
  }
  override getMinutes(): number {
    return this.getUTCMinutes();
  }
  override getSeconds(): number {
    return this.getUTCSeconds();
  }
  override getMilliseconds(): number {
    return this.getUTCMilliseconds();
  }
  override setFullYear(...fields: Parameters<Date['setUTCFullYear']>): number {
    return this.setUTCFullYear(...fields);
  }
  override setMonth(...fields: Parameters<Date['setUTCMonth']>): number {
    return this.setUTCMonth(...fields);
  }
  override setDate(...fields: Parameters<Date['setUTCDate']>): number {
    return this.setUTCDate(...fields);
  }
  override setHours(...fields: Parameters<Date['setUTCHours']>): number {
    return this.setUTCHours(...fields);
  }
}
