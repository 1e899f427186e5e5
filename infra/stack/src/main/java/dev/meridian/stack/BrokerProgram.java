package dev.meridian.stack;

import kafka.Kafka;
import kafka.tools.StorageTool;

/**
 * What a broker's child JVM runs: formats the storage where that is still to be done, then Kafka
 * itself. One JVM instead of two halves the time of a first start.
 */
final class BrokerProgram {

  private BrokerProgram() {}

  /**
   * Runs a broker until it is told to end.
   *
   * @param arguments the properties file; then, if the storage is new, the cluster id to format it
   *     with
   */
  public static void main(String[] arguments) {
    String properties = arguments[0];
    if (arguments.length > 1) {
      String[] format = {"format", "--cluster-id", arguments[1], "--config", properties};
      int code = StorageTool.execute(format, System.out);
      if (code != 0) {
        System.exit(code);
      }
    }
    Kafka.main(new String[] {properties});
  }
}
