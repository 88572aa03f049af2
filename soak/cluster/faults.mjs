// What happens to the primary, and how its machine comes back.

/**
 * @typedef {object} Fault
 * @property {string} name
 * @property {(primary: import("./machine.mjs").Machine, cluster: import("./cluster.mjs").Cluster) => Promise<void>} happens
 * @property {(machine: import("./machine.mjs").Machine) => Promise<void>} repaired what an operator does afterwards
 * @property {boolean} [isOrderly] nothing fails, so `/readyz` need not notice
 */

/** @type {Fault} */
const MACHINE = {
  name: "kill -9 of the whole machine",
  happens: (primary) => primary.kill(),
  repaired: (machine) => machine.boot(),
};

/** @type {Fault} */
const POSTMASTER = {
  name: "kill -9 of PostgreSQL; Patroni restarts it",
  happens: async (primary) => primary.killPostmaster(),
  repaired: async () => {},
};

/** @type {Fault} */
const DATABASE = {
  name: "kill -9 of PostgreSQL and Patroni",
  happens: async (primary) => primary.killDatabase(),
  repaired: async (machine) => machine.start("patroni"),
};

/** @type {Fault} */
const NETWORK = {
  name: "network of the primary cut",
  happens: async (primary) => primary.unplug(),
  repaired: async (machine) => machine.plugIn(),
};

/** @type {Fault} */
const DRAIN = {
  name: "primary drained and shut down",
  happens: async (primary, cluster) => {
    await cluster.switchOver(primary);
    await primary.shutDown();
  },
  repaired: (machine) => machine.boot(),
  isOrderly: true,
};

/** Five kills, one cut, one drain. */
export const FAULTS = [MACHINE, POSTMASTER, DATABASE, MACHINE, NETWORK, DRAIN, MACHINE];
