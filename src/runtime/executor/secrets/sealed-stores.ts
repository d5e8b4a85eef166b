import type { StoreFilter, StoreItem } from "../../store/store.js";
import type { StoreBackend, StoreWrite } from "../../store/store-backend.js";
import type { Json } from "../../tool/json.js";
import { WiringError } from "../../tool/wiring-error.js";
import { mapParts } from "./map-parts.js";
import type { Vault } from "./vault.js";

/** Where the values of each store hold secrets, by the name of the store as the backend knows it. */
export type StoreSecrets = ReadonlyMap<string, readonly string[]>;

/** Stores that keep declared secrets sealed: what is written is sealed, what is read is opened again. */
export function sealedStores(backend: StoreBackend, secrets: StoreSecrets, vault: Vault): StoreBackend {
  return {
    async item(address, key) {
      const item = await backend.item(address, key);
      return item && opened(item, address, secrets.get(address.store), vault);
    },
    async search(address, query) {
      const places = secrets.get(address.store);
      if (places && query.where) refuseSecretFilter(address.store, places, query.where);
      const { items, total } = await backend.search(address, query);
      return { items: places ? items.map((item) => opened(item, address, places, vault)) : items, total };
    },
    write: (writes) => backend.write(writes.map((write) => sealedWrite(write, secrets, vault))),
  };
}

/** A write with its secrets sealed. */
export function sealedWrite(write: StoreWrite, secrets: StoreSecrets, vault: Vault): StoreWrite {
  const places = secrets.get(write.address.store);
  if (places === undefined || write.kind === "delete") return write;
  const bound = boundTo(write.address, write.key);
  return { ...write, value: mapParts(write.value, places, (part) => vault.seal(part, bound)) };
}

function opened(
  item: StoreItem<Json>,
  address: StoreWrite["address"],
  places: readonly string[] | undefined,
  vault: Vault,
): StoreItem<Json> {
  if (places === undefined) return item;
  const bound = boundTo(address, item.key);
  return { ...item, value: mapParts(item.value, places, (part) => vault.unseal(part, bound)) };
}

/** Bound to the place of the item, so that a sealed part copied to another one does not open there. */
function boundTo({ store, partition }: StoreWrite["address"], key: string): string {
  return JSON.stringify(["store", store, partition, key]);
}

/** What is sealed anew with every write is never equal to anything: a filter on it would silently find nothing. */
function refuseSecretFilter(store: string, places: readonly string[], filter: StoreFilter): void {
  if ("and" in filter) for (const part of filter.and) refuseSecretFilter(store, places, part);
  else if ("or" in filter) for (const part of filter.or) refuseSecretFilter(store, places, part);
  else if ("not" in filter) refuseSecretFilter(store, places, filter.not);
  else if (places.some((place) => meets(place.split("/").slice(1), filter.path === "" ? [] : filter.path.split("."))))
    throw new WiringError(`store "${store}" cannot be searched by "${filter.path}": it is a secret, or holds one`);
}

function meets(place: readonly string[], path: readonly string[]): boolean {
  return place.every((segment, at) => at >= path.length || segment === "*" || segment === path[at]);
}
