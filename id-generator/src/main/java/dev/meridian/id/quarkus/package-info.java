/** What makes an application with Quarkus inject generators and read ids in JSON. */
@org.jspecify.annotations.NullMarked
package dev.meridian.id.quarkus;
