/** A value that may be there already. Most calls never have to wait for these, and a needless await costs more than the work. */
export type Awaitable<T> = T | Promise<T>;

/** Goes on with a value: at once where it is there, else as soon as it is. */
export function whenThere<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
