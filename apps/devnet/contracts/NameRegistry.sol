// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title NameRegistry
/// @notice The registry of ENS on a local chain: who owns a node, and which resolver answers for it (ERC-137).
contract NameRegistry {
    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event NewResolver(bytes32 indexed node, address resolver);

    error NotOwner(bytes32 node);

    mapping(bytes32 node => address) public owner;
    mapping(bytes32 node => address) public resolver;

    constructor(address rootOwner) {
        owner[bytes32(0)] = rootOwner;
    }

    modifier onlyOwner(bytes32 node) {
        if (owner[node] != msg.sender) revert NotOwner(node);
        _;
    }

    function setSubnodeOwner(bytes32 node, bytes32 label, address newOwner) external onlyOwner(node) returns (bytes32) {
        bytes32 subnode = keccak256(abi.encodePacked(node, label));
        owner[subnode] = newOwner;
        emit NewOwner(node, label, newOwner);
        return subnode;
    }

    function setResolver(bytes32 node, address newResolver) external onlyOwner(node) {
        resolver[node] = newResolver;
        emit NewResolver(node, newResolver);
    }
}
